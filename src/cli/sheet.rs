//! Sheets as HTML pages that need no other files, for the screen and for paper.

/// A page with this title, and what follows it in the header.
pub fn page(title: &str, header: &str, main: &str) -> String {
    let (title, style) = (escaped(title), include_str!("sheet.css"));
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<header>\n<h1>{title}</h1>\n\
         {header}</header>\n<main>\n{main}</main>\n</body>\n</html>\n"
    )
}

/// Text as it stands in HTML.
pub fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}
