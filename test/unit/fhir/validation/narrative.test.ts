import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { narrativeFault } from '../../../../src/fhir/validation/narrative.js';

const NS = 'xmlns="http://www.w3.org/1999/xhtml"';
const div = (inside: string) => `<div ${NS}>${inside}</div>`;

describe('narratives', () => {
  it.each([
    div('text'),
    ` ${div('text')} \n`,
    div('<p>a<br/>b</p><hr/><ul><li>c</li></ul>'),
    div(
      "<table class='grid' border='1'><tbody><tr><td colspan=\"2\">a &lt; b</td></tr></tbody></table>",
    ),
    div('<img src="data:image/png;base64,AAAA" alt=""/>'),
    div('<img src="#picture"/>'),
    div('<a href="https://example.org/a?b=1&amp;c=2">x</a>'),
    div('<a href="mailto:a@example.org">x</a><a name="here">y</a>'),
    div('<!-- a note --> said'),
    div('&#233;&#xe9;&nbsp;&eacute;'),
    `<div ${NS} xml:lang="de" lang="de"><span style="color: red">x</span></div>`,
    `<div ${NS}\n  class="a"\n>text</div >`,
  ])('takes %s', (text) => {
    expect(narrativeFault(text)).toBeUndefined();
  });

  it.each([
    ['no markup', 'text'],
    ['no namespace', '<div>text</div>'],
    ['another namespace', '<div xmlns="http://example.org">text</div>'],
    ['another root', `<p ${NS}>text</p>`],
    ['two roots', div('a') + div('b')],
    ['text after the root', `${div('a')}b`],
    ['text before the root', `b${div('a')}`],
    ['a comment before the root', `<!-- a -->${div('a')}`],
    ['an open element', `<div ${NS}><p>a</div>`],
    ['a crossed element', div('<b><i>a</b></i>')],
    ['a root that is not closed', `<div ${NS}>a`],
    ['a broken tag', div('<p a')],
    ['a stray bracket', div('a < b')],
    ['a stray ampersand', div('a & b')],
    ['an attribute without quotes', div('<p class=a>x</p>')],
    ['an attribute twice', div('<p class="a" class="b">x</p>')],
    ['an attribute without a value', div('<p hidden>x</p>')],
    ['a bracket in an attribute', div('<p title="a<b">x</p>')],
    ['a document type', `<!DOCTYPE div [<!ENTITY a "b">]>${div('x')}`],
    ['a declaration inside', div('<!ENTITY a "b">x')],
    ['a CDATA section', div('<![CDATA[x]]>')],
    ['a processing instruction', div('<?php x ?>x')],
    ['an open comment', div('x <!-- a')],
    ['two hyphens in a comment', div('x <!-- a -- b -->')],
    ['a script', div('x<script>alert(1)</script>')],
    ['a script in capitals', div('x<SCRIPT>alert(1)</SCRIPT>')],
    ['a form', div('x<form action="a"></form>')],
    ['an input', div('x<input type="text"/>')],
    ['a frame', div('x<iframe src="a"></iframe>')],
    ['an object', div('x<object data="a"></object>')],
    ['a link to a style sheet', div('x<link rel="stylesheet" href="a"/>')],
    ['a style element', div('x<style>p {}</style>')],
    ['vector graphics', div('x<svg></svg>')],
    ['an event', div('<p onclick="x()">x</p>')],
    ['an event in capitals', div('<p onClick="x()">x</p>')],
    ['an address that acts', div('<a href="javascript:x()">x</a>')],
    ['one with a tab', div('<a href="java\tscript:x()">x</a>')],
    ['one in capitals', div('<a href="JavaScript:x()">x</a>')],
    ['one with a reference', div('<a href="&#106;avascript:x()">x</a>')],
    ['one with a hexadecimal reference', div('<a href="&#x6A;avascript:x()">x</a>')],
    ['one with a named reference', div('<a href="javascript&colon;x()">x</a>')],
    ['one behind white space', div('<a href=" &#1;javascript:x()">x</a>')],
    ['a data address in a link', div('<a href="data:text/html,x">x</a>')],
    ['a vector graphic as data', div('<img src="data:image/svg+xml,x"/>')],
    ['nothing said', div('')],
    ['nothing but space', div(' \n&nbsp;&#160;')],
    ['nothing but empty elements', div('<p></p><br/>')],
    ['an empty root', `<div ${NS}/>`],
    ['nothing at all', ''],
  ])('refuses %s', (_, text) => {
    expect(narrativeFault(text)).toMatch(/^txt-[12]: /);
  });

  it('reads anything without failing', () => {
    const part = fc.constantFrom(
      '<',
      '>',
      '</',
      '/>',
      'div',
      ' ',
      '"',
      "'",
      '=',
      '&',
      ';',
      '<!--',
      NS,
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        const fault = narrativeFault(parts.join(''));
        expect(fault === undefined || fault.startsWith('txt-')).toBe(true);
      }),
    );
  });

  it('takes whatever text is escaped', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const escaped = text.replace(/[&<>]/g, (mark) => `&#${mark.charCodeAt(0)};`);
        expect(narrativeFault(div(`said: ${escaped}`))).toBeUndefined();
      }),
    );
  });
});
