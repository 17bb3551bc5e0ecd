import type { CompiledMessage } from 'icu-minify/format';
import format from 'icu-minify/format';
import type { ReactNode } from 'react';
import { createElement, Fragment } from 'react';
import type { Formats } from './createFormats.ts';
import { createFormats } from './createFormats.ts';
import type { Language } from './languages.ts';
import { LANGUAGES } from './languages.ts';
import type { CompiledMessages, Key, Messages, ValuesOf } from './messages.ts';

/** The texts of a catalogue in the language of the screen, with the formats of the person's locale. */
export type Words<M extends Messages> = Formats & {
  /** A text by its key. Its values are finished texts; only a plural takes a number. */
  readonly t: <K extends Key<M>>(key: K, ...values: ValuesOf<M[K], string>) => string;
  /** A text with elements for its values, such as an address that can be copied. */
  readonly rich: <K extends Key<M>>(key: K, ...values: ValuesOf<M[K], ReactNode>) => ReactNode;
};

export type Where = { readonly language: Language; readonly locale: string };
type Value = string | number;

const formatters = {
  getDateTimeFormat: (...args: ConstructorParameters<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...args),
  getNumberFormat: (...args: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...args),
  getPluralRules: (...args: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...args),
};

// First strong isolate and its end. They keep the order of a chain's name or an amount inside a right-to-left sentence.
const [ISOLATE, END] = ['\u2068', '\u2069'];
// A character for private use stands for an element while the text is formatted. Values never contain it.
const SLOT = '\uE000';

function mapValues<A, B>(values: Readonly<Record<string, A>>, change: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}

/** @throws if the catalogue lacks the key, or the text needs a value that is not there */
export function createWords<M extends Messages>(messages: CompiledMessages<M>, { language, locale }: Where): Words<M> {
  const isRtl = LANGUAGES[language].direction === 'rtl';
  const isolate = (value: Value): Value => {
    if (typeof value !== 'string') return value;
    const text = value.replaceAll(SLOT, '');
    return isRtl ? `${ISOLATE}${text}${END}` : text;
  };

  function text(key: Key<M>, values: Record<string, Value>): string {
    const message: CompiledMessage | undefined = messages[key];
    if (message === undefined) throw new Error(`The catalogue of ${language} has no text ${key}.`);
    return String(format(message, locale, values, { formatters }));
  }

  function fill(key: Key<M>, values: Readonly<Record<string, ReactNode>>): ReactNode {
    const nodes: ReactNode[] = [];
    const slots = mapValues(values, (value): Value => {
      if (typeof value === 'number') return value;
      nodes.push(typeof value === 'string' ? isolate(value) : value);
      return `${SLOT}${nodes.length - 1}${SLOT}`;
    });
    const parts = text(key, slots).split(SLOT);
    // Every second part is the number of an element.
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
