<?php

// Loads every class of a generated client, which checks its syntax and the classes and interfaces that it extends.
// php load.php DIRECTORY, the directory of the namespace OpenAPI\Client.
set_error_handler(function (int $_level, string $message, string $file, int $line): never {
    throw new ErrorException($message, 0, E_ERROR, $file, $line);
});
$directory = $argv[1];
spl_autoload_register(function (string $class) use ($directory): void {
    $relative = str_replace(['OpenAPI\\Client\\', '\\'], ['', '/'], $class);
    require_once "$directory/$relative.php";
});
$files = new RecursiveIteratorIterator(new RecursiveDirectoryIterator($directory, FilesystemIterator::SKIP_DOTS));
foreach ($files as $file) {
    require_once $file;
}
