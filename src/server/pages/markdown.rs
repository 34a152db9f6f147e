//! Markdown as HTML.

use std::collections::HashSet;

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

/// A rendered text.
pub(super) struct Rendered {
    pub(super) html: String,
    pub(super) headings: Vec<Heading>,
}

/// A heading of a rendered text.
pub(super) struct Heading {
    /// 1 to 6.
    pub(super) level: usize,
    /// The anchor.
    pub(super) id: String,
    /// The text, without markup.
    pub(super) text: String,
}

/// Renders a text. `link` returns the address to which a link within the repository leads here;
/// `None` if the file is not served, and then only the text of the link is shown.
pub(super) fn render(text: &str, link: impl Fn(&str) -> Option<String>) -> Rendered {
    let mut events: Vec<Event<'_>> = Parser::new_ext(text, Options::ENABLE_TABLES).collect();
    let headings = add_anchors(&mut events);
    let mut is_dead = false;
    let events = events.into_iter().flat_map(|event| match event {
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            let is_elsewhere = dest_url.contains("://") || dest_url.starts_with(['#', '/']);
            let target =
                if is_elsewhere { Some(dest_url) } else { link(&dest_url).map(CowStr::from) };
            is_dead = target.is_none();
            let link = target.map(|dest_url| Tag::Link { link_type, dest_url, title, id });
            [link.map(Event::Start), None]
        }
        Event::End(TagEnd::Link) if is_dead => [None, None],
        Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
            let dest_url = link(&dest_url).map_or(dest_url, CowStr::from);
            [Some(Event::Start(Tag::Image { link_type, dest_url, title, id })), None]
        }
        // Wide tables scroll, also by keyboard.
        Event::Start(table @ Tag::Table(_)) => {
            let frame = Event::Html("<div class=\"scroll\" tabindex=\"0\">".into());
            [Some(frame), Some(Event::Start(table))]
        }
        Event::End(table @ TagEnd::Table) => {
            [Some(Event::End(table)), Some(Event::Html("</div>".into()))]
        }
        other => [Some(other), None],
    });
    let mut text = String::new();
    html::push_html(&mut text, events.flatten());
    Rendered { html: text.replace("<pre>", "<pre tabindex=\"0\">"), headings }
}

/// Gives every heading an anchor, as mdBook does, and returns the headings.
fn add_anchors(events: &mut [Event<'_>]) -> Vec<Heading> {
    let mut headings = Vec::new();
    let mut used = HashSet::new();
    for start in 0..events.len() {
        let Event::Start(Tag::Heading { level, .. }) = events[start] else { continue };
        let inside = events[start + 1..].iter();
        let inside = inside.take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
        let text: String = inside
            .filter_map(|event| match event {
                Event::Text(text) | Event::Code(text) => Some(&**text),
                _ => None,
            })
            .collect();
        let name = anchor(&text);
        let mut anchors = (1..).map(|number| format!("{name}-{number}"));
        let mut new = name.clone();
        // Ends at the latest with a number that no heading before it has.
        while !used.insert(new.clone()) {
            new = anchors.next().unwrap_or_default();
        }
        if let Event::Start(Tag::Heading { id, .. }) = &mut events[start] {
            *id = Some(new.clone().into());
        }
        headings.push(Heading { level: depth(level), id: new, text });
    }
    headings
}

const fn depth(level: HeadingLevel) -> usize {
    level as usize
}

fn anchor(heading: &str) -> String {
    let lower = heading.to_lowercase();
    let kept = lower.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}
