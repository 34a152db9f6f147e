// Requests as code: { method, path, body, type }. Without a body there is no type. A body of another type than JSON is
// a string, and so is the answer.

const JSON_TYPE = "application/json";
const url = (path) => `${location.origin}${path}`;
const indented = (text) => text.replaceAll("\n", "\n  ");
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/// Returns a request as a command for a shell.
export function asCurl({ path, body, type = JSON_TYPE }) {
  if (body === undefined) return `curl '${url(path)}'`;
  if (type !== JSON_TYPE) return `curl ${url(path)} \\\n  --header 'Content-Type: ${type}' \\\n  --data-binary ${quoted(body)}`;
  const short = JSON.stringify(body);
  return `curl ${url(path)} \\\n  --json ${quoted(short.length <= 100 ? short : JSON.stringify(body, null, 2))}`;
}

/// Returns a request as TypeScript.
export function asTypeScript({ method, path, body, type = JSON_TYPE }) {
  const isJson = type === JSON_TYPE;
  const text = isJson ? `JSON.stringify(${indented(JSON.stringify(body, null, 2) ?? "")})` : JSON.stringify(body);
  const options = body === undefined ? "" : `, {\n  method: "${method}",\n  headers: { "Content-Type": "${type}" },\n  body: ${text},\n}`;
  return `const response = await fetch(${JSON.stringify(url(path))}${options});\nconst answer = await response.${isJson ? "json" : "text"}();`;
}

/// Returns a request as Python.
export function asPython({ method, path, body, type = JSON_TYPE }) {
  const isJson = type === JSON_TYPE;
  const text = isJson ? `, json=${literal(body)}` : `, headers={"Content-Type": "${type}"}, data=${literal(body)}`;
  return `import requests\n\nresponse = requests.${method.toLowerCase()}(${JSON.stringify(url(path))}${body === undefined ? "" : text})\nanswer = response.${isJson ? "json()" : "text"}`;
}

/// Returns a value as a literal of Python.
function literal(value) {
  if (value === true || value === false) return value ? "True" : "False";
  if (value === null) return "None";
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `\n  ${JSON.stringify(name)}: ${indented(literal(member))},`);
  return `{${members.join("")}\n}`;
}
