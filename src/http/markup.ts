/** HTML that is safe to send: made by the `html` tag, which escapes whatever is interpolated. */
export class Markup {
  constructor(readonly text: string) {}
}

/** What a template may interpolate; null and false render nothing, so that `condition && html`…`` reads well. */
export type Insertable = string | number | Markup | null | false | readonly Insertable[];

export function html(strings: TemplateStringsArray, ...values: Insertable[]): Markup {
  let text = strings[0] as string;
  for (let i = 0; i < values.length; i++) text += render(values[i] as Insertable) + strings[i + 1];
  return new Markup(text);
}

/** Trusted HTML from this program. */
export function markup(text: string): Markup {
  return new Markup(text);
}

function render(value: Insertable): string {
  if (typeof value === 'string') return Bun.escapeHTML(value);
  if (typeof value === 'number') return String(value);
  if (value instanceof Markup) return value.text;
  if (value === null || value === false) return '';
  let text = '';
  for (const item of value) text += render(item);
  return text;
}
