import { type Literal, literal, type TextWriter } from '../text-writer.ts';

/** The name of a member as JSON writes it after another member. */
export function memberName(name: string): Literal {
  return literal(`,${JSON.stringify(name)}:`);
}

const [OPEN, CLOSE, COMMA] = [literal('{'), literal('}'), literal(',')] as const;
const [OPEN_LIST, CLOSE_LIST] = [literal('['), literal(']')] as const;

/** Texts from this length on are copied when they repeat, as most long texts of a product do. */
const WORTH_REPEATING = 24;

/** Writes the members of an object as JSON, one by one. What is unknown has no member. */
export class ObjectWriter {
  readonly #text: TextWriter;
  #isEmpty = true;
  /** The long texts written so far, and where each begins and ends. */
  readonly #texts: string[] = [];
  readonly #bounds: number[] = [];

  constructor(text: TextWriter) {
    this.#text = text;
    text.addAscii(OPEN);
  }

  /** Begins a member, whose value must be written next. */
  begin(name: Literal): TextWriter {
    // The first has no comma before it.
    this.#text.addBytes(name, this.#isEmpty ? 1 : 0, name.length);
    this.#isEmpty = false;
    return this.#text;
  }

  /** Undefined, null, an empty text and an empty list all leave it out. */
  add(name: Literal, value: unknown): void {
    if (value === undefined || value === null || value === '') return;
    if (typeof value === 'string') this.#addText(this.begin(name), value);
    else if (typeof value === 'number') this.begin(name).addNumber(value);
    else if (!Array.isArray(value)) this.begin(name).addText(JSON.stringify(value));
    else if (value.length > 0) addTexts(this.begin(name), value);
  }

  #addText(text: TextWriter, value: string): void {
    if (value.length < WORTH_REPEATING) {
      text.addQuoted(value);
      return;
    }
    const known = this.#texts.indexOf(value);
    if (known !== -1) {
      text.repeat(this.#bounds[2 * known]!, this.#bounds[2 * known + 1]!);
      return;
    }
    const start = text.length;
    text.addQuoted(value);
    this.#texts.push(value);
    this.#bounds.push(start, text.length);
  }

  end(): void {
    this.#text.addAscii(CLOSE);
  }
}

function addTexts(text: TextWriter, values: readonly string[]): void {
  text.addAscii(OPEN_LIST);
  for (let i = 0; i < values.length; i++) {
    if (i > 0) text.addAscii(COMMA);
    text.addQuoted(values[i]!);
  }
  text.addAscii(CLOSE_LIST);
}
