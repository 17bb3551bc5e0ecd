import type { CompiledMessage } from 'icu-minify/format';
import format from 'icu-minify/format';
import type { ReactNode } from 'react';
import { createElement, Fragment } from 'react';
import type { Language } from '#shared/languages.ts';
import { LANGUAGES } from '#shared/languages.ts';
import type english from './en.json';
import type { Formats } from './formats.ts';
import { createFormats } from './formats.ts';
import type { Placeholders } from './placeholders.ts';

/**
 * The texts that each chunk of the app can show: its own, and those of the chunks that load before it. `form` loads
 * before the first render, `app` right after it, and `desk` with the receipts desk.
 */
export const CHUNKS = { form: ['form'], app: ['form', 'app'], desk: ['form', 'app', 'desk'] } as const;

export type Chunk = keyof typeof CHUNKS;

type KeyOf<One extends Chunk> = One extends Chunk ? keyof (typeof english)[One] : never;

export type TextKey<C extends Chunk> = KeyOf<(typeof CHUNKS)[C][number]>;

/** The values that a text needs. None for a text without placeholders. */
type ValuesOf<K, Value> = K extends keyof Placeholders<Value> ? readonly [values: Placeholders<Value>[K]] : readonly [];

/** A chunk's texts in one language, by key, as the build compiles them. */
export type Messages = Readonly<Record<string, CompiledMessage>>;

/** A chunk's texts in the language of the screen, with the formats of the person's locale. */
export type Texts<C extends Chunk> = Formats & {
  /** A text by its key. Values are finished texts; only a plural takes a number. */
  readonly t: <K extends TextKey<C>>(key: K, ...values: K extends unknown ? ValuesOf<K, string> : never) => string;
  /** A text with elements as values, such as an address with a copy button. */
  readonly rich: <K extends TextKey<C>>(
    key: K,
    ...values: K extends unknown ? ValuesOf<K, ReactNode> : never
  ) => ReactNode;
};

export type Where = { readonly language: Language; readonly locale: string };
type Value = string | number;

const formatters = {
  getDateTimeFormat: (...args: ConstructorParameters<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...args),
  getNumberFormat: (...args: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...args),
  getPluralRules: (...args: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...args),
};

// First strong isolate and its end. They keep a chain's name or an amount in order inside a right-to-left sentence.
const [ISOLATE, END] = ['\u2068', '\u2069'];
// A private-use character stands for an element while the text is formatted. Values never contain it.
const SLOT = '\uE000';

function mapValues<A, B>(values: Readonly<Record<string, A>>, change: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}

/** @throws if the language lacks the text, or the text needs a value that is missing */
export function createTexts<C extends Chunk>(messages: Messages, { language, locale }: Where): Texts<C> {
  const isRtl = LANGUAGES[language].direction === 'rtl';
  const isolate = (value: Value): Value => {
    if (typeof value !== 'string') return value;
    const text = value.replaceAll(SLOT, '');
    return isRtl ? `${ISOLATE}${text}${END}` : text;
  };

  function text(key: string, values: Record<string, Value>): string {
    const message = messages[key];
    if (message === undefined) throw new Error(`${language}.json has no text ${key}.`);
    return String(format(message, locale, values, { formatters }));
  }

  function fill(key: string, values: Readonly<Record<string, ReactNode>>): ReactNode {
    const nodes: ReactNode[] = [];
    const slots = mapValues(values, (value): Value => {
      if (typeof value === 'number') return value;
      nodes.push(typeof value === 'string' ? isolate(value) : value);
      return `${SLOT}${nodes.length - 1}${SLOT}`;
    });
    const parts = text(key, slots).split(SLOT);
    // Every second piece is the number of an element.
    return createElement(Fragment, null, ...parts.map((part, index) => (index % 2 === 0 ? part : nodes[Number(part)])));
  }

  const formats = createFormats(locale);
  return {
    ...formats,
    sum: (value, tokenName) => String(isolate(formats.sum(value, tokenName))),
    t: (key, ...[values = {}]) => text(key, mapValues<Value, Value>(values, isolate)),
    rich: (key, ...[values = {}]) => fill(key, values),
  };
}
