import type { GetICUArgs } from '@schummar/icu-type-parser';
import type { CompiledMessage } from 'icu-minify/format';

/** The texts of a catalogue in one language: ICU messages by key. */
export type Messages = Readonly<Record<string, string>>;

/** The same texts as the build compiles them. The app loads no message parser. */
export type CompiledMessages<M extends Messages> = { readonly [K in keyof M]: CompiledMessage };

export type Key<M extends Messages> = keyof M & string;

type ArgsOf<S extends string, Value> = GetICUArgs<S, { ICUArgument: Value; ICUNumberArgument: number }>;

/** The values that a text needs, from the placeholders in its English. None for a text without placeholders. */
export type ValuesOf<S extends string, Value> = S extends string
  ? keyof ArgsOf<S, Value> extends never
    ? readonly []
    : readonly [values: ArgsOf<S, Value>]
  : never;

/** The texts of another language for the keys of the English catalogue. */
export type Translation<M extends Messages> = { readonly [K in keyof M]: string };
