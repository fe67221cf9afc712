import { nearest } from '../text/index.ts'
import type { JsonPath } from '../yaml/index.ts'

/**
 * The type of a value in a document. Plain data, so that readers, editors and TypeScript types derive from one declaration.
 */
export type Shape =
  /** `holds`: keywords of JSON Schema for its editors. */
  | { readonly is: 'text'; readonly holds?: Readonly<Record<string, unknown>> }
  | { readonly is: 'number'; readonly whole?: true; readonly least?: number }
  | { readonly is: 'boolean' }
  | { readonly is: 'one'; readonly of: readonly (string | number)[] }
  | { readonly is: 'list'; readonly of: Shape; readonly notEmpty?: true; readonly most?: number }
  /** A sentence. YAML reads `who, GET /path: 200` as a mapping of one entry, which is the sentence too ({@link sentenceOf}). */
  | { readonly is: 'sentence'; readonly holds?: Readonly<Record<string, unknown>> }
  /** A sentence, or a list of them. */
  | { readonly is: 'sentences' }
  /** A text, or a mapping where there is more to say. */
  | { readonly is: 'text-or'; readonly mapping: Shape & { readonly is: 'mapping' } }
  /** A mapping from any keys; `words` name the whole mapping. */
  | { readonly is: 'map'; readonly of: Shape; readonly words: string }
  /** A mapping with these fields and no others, some of which are required. */
  | {
      readonly is: 'mapping'
      readonly fields: Readonly<Record<string, Shape>>
      readonly needs: readonly string[]
    }

/** The values that fit a shape. */
export type ValueOf<S> = S extends { is: 'text' }
  ? string
  : S extends { is: 'number' }
    ? number
    : S extends { is: 'boolean' }
      ? boolean
      : S extends { is: 'sentence' }
        ? Sentence
        : S extends { is: 'sentences' }
          ? Sentence | readonly Sentence[]
          : S extends { is: 'text-or'; mapping: infer Mapping }
            ? string | ValueOf<Mapping>
            : S extends { is: 'one'; of: readonly (infer Value)[] }
              ? Value
              : S extends { is: 'list'; of: infer Item }
                ? readonly ValueOf<Item>[]
                : S extends { is: 'map'; of: infer Item }
                  ? Readonly<Record<string, ValueOf<Item>>>
                  : S extends { is: 'mapping'; fields: infer Fields; needs: readonly (infer Needed)[] }
                    ? { readonly [Name in Extract<keyof Fields, Needed>]: ValueOf<Fields[Name]> } & {
                        readonly [Name in Exclude<keyof Fields, Needed>]?: ValueOf<Fields[Name]> | undefined
                      }
                    : never

/** A sentence as YAML reads it. */
export type Sentence = string | Readonly<Record<string, string | number>>

/** The sentence as one text. */
export function sentenceOf(written: Sentence): string {
  if (typeof written === 'string') return written
  return Object.entries(written)
    .map(([before, after]) => `${before}: ${after}`)
    .join('')
}

/** A value that does not fit its shape. */
export interface Misfit {
  readonly code: 'unknown-field' | 'missing-field' | 'wrong-value'
  readonly path: JsonPath
  /** The value that was found; undefined where there is none. */
  readonly found?: unknown
  /** The expected shape; for an unknown field, that of its mapping. */
  readonly wanted: Shape
  /** The requirement that a value of the right type does not meet. */
  readonly but?: 'whole' | 'least' | 'notEmpty' | 'most'
}

/** Yields every misfit in a value. Of several unknown fields of one mapping it yields the first. */
export function* misfits(found: unknown, wanted: Shape, path: JsonPath = []): Generator<Misfit, void> {
  const wrong: Misfit = { code: 'wrong-value', path, found, wanted }
  switch (wanted.is) {
    case 'text':
      if (typeof found !== 'string') yield wrong
      return
    case 'boolean':
      if (typeof found !== 'boolean') yield wrong
      return
    case 'one':
      if (!wanted.of.some((one) => one === found)) yield wrong
      return
    case 'number':
      if (typeof found !== 'number') {
        yield wrong
        return
      }
      if (wanted.whole && !Number.isInteger(found)) yield { ...wrong, but: 'whole' }
      if (wanted.least !== undefined && found < wanted.least) yield { ...wrong, but: 'least' }
      return
    case 'sentence':
      if (typeof found !== 'string' && !isSentence(found)) yield wrong
      return
    case 'sentences':
      if (!Array.isArray(found)) yield* misfits(found, ONE_SENTENCE, path)
      else for (const [index, item] of found.entries()) yield* misfits(item, ONE_SENTENCE, [...path, index])
      return
    case 'text-or':
      if (isMapping(found) && !isTextFor(found, wanted.mapping.fields)) yield* misfits(found, wanted.mapping, path)
      else if (typeof found !== 'string') yield wrong
      return
    case 'list':
      if (!Array.isArray(found)) {
        yield wrong
        return
      }
      // So many entries are not looked at one by one.
      if (found.length > (wanted.most ?? Number.POSITIVE_INFINITY)) {
        yield { ...wrong, but: 'most' }
        return
      }
      for (const [index, item] of found.entries()) yield* misfits(item, wanted.of, [...path, index])
      if (wanted.notEmpty && found.length === 0) yield { ...wrong, but: 'notEmpty' }
      return
    case 'map':
      if (!isMapping(found)) yield wrong
      else if (wanted.of.is === 'mapping')
        for (const [key, one] of Object.entries(found)) yield* misfits(one, wanted.of, [...path, key])
      else if (Object.values(found).some((one) => !fits(one, wanted.of))) yield wrong
      return
    case 'mapping': {
      if (!isMapping(found)) {
        yield wrong
        return
      }
      const { fields, needs } = wanted
      for (const [name, shape] of Object.entries(fields)) {
        // A property that a page added to all objects is not a field.
        if (Object.hasOwn(found, name)) yield* misfits(found[name], shape, [...path, name])
        else if (needs.includes(name)) yield { code: 'missing-field', path: [...path, name], wanted: shape }
      }
      const unknown = Object.keys(found).find((name) => !Object.hasOwn(fields, name))
      if (unknown !== undefined) yield { code: 'unknown-field', path: [...path, unknown], wanted }
    }
  }
}

export function fits<S extends Shape>(value: unknown, shape: S): value is ValueOf<S> {
  return misfits(value, shape).next().done === true
}

const ONE_SENTENCE: Shape = { is: 'sentence' }

function isSentence(value: unknown): boolean {
  if (!isMapping(value)) return false
  const [after, ...more] = Object.values(value)
  return more.length === 0 && (typeof after === 'string' || typeof after === 'number')
}

/** Whether a mapping is a text with a colon, as YAML reads it without quotes: one entry, and not one that may be there. */
function isTextFor(found: Readonly<Record<string, unknown>>, fields: Readonly<Record<string, Shape>>): boolean {
  const [key, ...more] = Object.keys(found)
  return key !== undefined && more.length === 0 && nearest(key, Object.keys(fields)) === undefined
}

/** A list is not a mapping. */
function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
