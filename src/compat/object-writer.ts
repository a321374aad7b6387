import { remember } from '../food/remember.ts';
import { type Literal, literal, type TextWriter } from '../text-writer.ts';

/** The name of a member as JSON writes it after another member. */
export function memberName(name: string): Literal {
  return literal(`,${JSON.stringify(name)}:`);
}

const [OPEN, CLOSE, COMMA] = [literal('{'), literal('}'), literal(',')] as const;
const [OPEN_LIST, CLOSE_LIST] = [literal('['), literal(']')] as const;

/** Objects within a product have the same few members: languages, and sizes of pictures. */
const innerName = remember(memberName);
/** Texts from this length on are copied when they repeat, as most long texts of a product do. */
const WORTH_REPEATING = 24;

/** The long texts of a product that were written so far, and where each begins and ends. */
interface WrittenTexts {
  texts: string[];
  bounds: number[];
}

/** Writes the members of an object as JSON, one by one. What is unknown has no member. */
export class ObjectWriter {
  readonly #text: TextWriter;
  readonly #written: WrittenTexts;
  #isEmpty = true;

  constructor(text: TextWriter, written: WrittenTexts = { texts: [], bounds: [] }) {
    this.#text = text;
    this.#written = written;
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
    else if (!Array.isArray(value)) this.#addObject(this.begin(name), value);
    else if (value.length > 0) addTexts(this.begin(name), value);
  }

  #addObject(text: TextWriter, value: object): void {
    const members = new ObjectWriter(text, this.#written);
    for (const name in value) members.add(innerName(name), value[name as keyof typeof value]);
    members.end();
  }

  #addText(text: TextWriter, value: string): void {
    if (value.length < WORTH_REPEATING) {
      text.addQuoted(value);
      return;
    }
    const { texts, bounds } = this.#written;
    const known = texts.indexOf(value);
    if (known !== -1) {
      text.repeat(bounds[2 * known]!, bounds[2 * known + 1]!);
      return;
    }
    const start = text.length;
    text.addQuoted(value);
    texts.push(value);
    bounds.push(start, text.length);
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
