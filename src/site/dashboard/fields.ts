import { html, type Insertable, type Markup } from '../../http/markup.ts';
import { memberOf } from '../../member-of.ts';

/** What is wrong with the input, one sentence for each field. */
export type Faults = Readonly<Record<string, string>>;

export interface Field {
  name: string;
  label: string;
  type?: 'text' | 'password' | 'date' | 'number';
  /** What was entered; never a password. */
  value?: string;
  hint?: Insertable;
  /** For browsers and password managers. */
  autocomplete?: string;
  faults?: Faults;
  hasFocus?: boolean;
  /** The word for a field that may be left empty; without one, it must be filled in. */
  optional?: string;
  /** More attributes, such as limits. */
  more?: Markup;
}

/** A labelled field with its hint and fault, which screen readers read out with it. The first fault has the focus. */
export function renderField(field: Field): Markup {
  const { name, label, type = 'text', value = '', hint = null, autocomplete = 'off', faults = {} } = field;
  const fault = memberOf(faults, name) ?? null;
  const hasFault = Object.keys(faults)[0] === name;
  const hasFocus = hasFault || (field.hasFocus === true && Object.keys(faults).length === 0);
  const notes = [hint !== null && `${name}-hint`, fault !== null && `${name}-fault`]
    .filter(Boolean)
    .join(' ');
  return html`<div class="field">
<label for="${name}">${label}${field.optional !== undefined && html` <span class="soft">${field.optional}</span>`}</label>
${hint !== null && html`<p class="note" id="${name}-hint">${hint}</p>`}
<input id="${name}" name="${name}" type="${type}"${type !== 'password' && html` value="${value}"`} autocomplete="${autocomplete}"${notes !== '' && html` aria-describedby="${notes}"`}${fault !== null && html` aria-invalid="true"`}${field.optional === undefined && html` required`}${hasFocus && html` autofocus`}${field.more ?? null}>
${fault !== null && html`<p class="fault" id="${name}-fault">${fault}</p>`}
</div>`;
}

export interface Choice {
  value: string;
  label: Insertable;
  words: Insertable;
}

/** Radio buttons, each with an explanation. */
export function renderChoices(
  name: string,
  legend: string,
  choices: readonly Choice[],
  chosen: string,
  faults: Faults = {},
): Markup {
  const fault = memberOf(faults, name) ?? null;
  const items = choices.map(
    ({ value, label, words }) =>
      html`<label class="choice"><input type="radio" name="${name}" value="${value}"${value === chosen && html` checked`}><span><b>${label}</b> <span class="soft">${words}</span></span></label>`,
  );
  return html`<fieldset class="field"${fault !== null && html` aria-describedby="${name}-fault"`}><legend>${legend}</legend>${items}
${fault !== null && html`<p class="fault" id="${name}-fault">${fault}</p>`}</fieldset>`;
}

/** A form that posts to a path of this host. Names and passwords must not be capitalised or spell-checked. */
export function renderForm(action: string, body: Insertable): Markup {
  return html`<form class="form" method="post" action="${action}" novalidate autocapitalize="none" spellcheck="false">${body}</form>`;
}

/** A form with just a button. */
export function renderButton(
  action: string,
  words: string,
  look: 'quiet' | 'danger' | 'plain' = 'quiet',
): Markup {
  return html`<form class="lone" method="post" action="${action}"><button type="submit" class="${look}">${words}</button></form>`;
}
