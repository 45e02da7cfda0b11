// Renders Markdown by markdown-it: a JSON string a line, to HTML as a JSON
// string a line.  Called by markdown.py.
const markdown = require('markdown-it')({ html: true });
const lines = require('readline').createInterface({ input: process.stdin });

lines.on('line', line =>
	console.log(JSON.stringify(markdown.render(JSON.parse(line)))));
