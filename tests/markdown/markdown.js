// Renders Markdown with markdown-it.  Each line of standard input is a text, as
// a JSON string, and each line of the output is its HTML, as a JSON string.
// markdown.py calls it.
const markdown = require('markdown-it')({ html: true });
const lines = require('readline').createInterface({ input: process.stdin });

lines.on('line', line =>
	console.log(JSON.stringify(markdown.render(JSON.parse(line)))));
