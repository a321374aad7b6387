import { describe, expect, test } from 'bun:test';
import { html, markup } from '../../src/http/markup.ts';
import { inScript } from '../../src/site/structured-data.ts';
import { randomOf } from '../random.ts';

const HOSTILE = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>&amp;`;

describe('the html template', () => {
  test('escapes text and attributes', () => {
    const { text } = html`<p title="${HOSTILE}">${HOSTILE}</p>`;
    expect(text).not.toContain('<script');
    expect(text).not.toContain('<img');
    expect(text.match(/"/g)).toHaveLength(2);
    expect(text).toContain('&amp;amp;');
  });

  test('does not escape markup twice', () => {
    expect(html`<ul>${['a', 'b<'].map((word) => html`<li>${word}</li>`)}</ul>`.text).toBe(
      '<ul><li>a</li><li>b&lt;</li></ul>',
    );
    expect(html`${markup('<b>')}`.text).toBe('<b>');
  });

  test('renders nothing for null and false, but renders zero', () => {
    expect(html`[${null}${false}${0}${''}]`.text).toBe('[0]');
  });

  test('contains random text within its place', () => {
    const next = randomOf(7);
    const signs = ['<', '>', '"', "'", '&', '`', '=', '/', ' ', 'a', '\u0000', '\u2028', '😀', '\ud800'];
    for (let i = 0; i < 2000; i++) {
      const text = Array.from({ length: 12 }, () => signs[Math.floor(next() * signs.length)]).join('');
      const made = html`<a href="${text}">${text}</a>`.text;
      const inside = made.slice('<a href="'.length, -'</a>'.length);
      expect(inside.split('">').length).toBe(2);
      expect(inside).not.toMatch(/<|(?<!")>/);
    }
  });
});

test('data inside a script element cannot end it, and parses back unchanged', () => {
  const data = { name: '</script><!--<script>', brand: '\u2028&', nested: ['<', '>'] };
  const { text } = inScript(data);
  expect(text).not.toMatch(/[<>&\u2028]/);
  expect(JSON.parse(text)).toEqual(data);
});
