import type { RichText } from '../../trace/index.ts'

/** The part of the form where a person can add what the text does not report. */
export type MissingPlace = 'requestor' | 'impersonation' | 'request' | 'body'

/** Something that the text does not report. */
export interface Missing {
  readonly words: RichText
  readonly place: MissingPlace
  /** The scenario cannot be decided before it is added. */
  readonly needed: boolean
}

/** The result of filling one part of the request. */
export interface FilledPart<Value> {
  /** Absent where the text does not report it. */
  readonly value?: Value
  /** The value as far as it is known, with words in capitals for a person to replace. Only without `value`. */
  readonly unfinished?: Value
  readonly filled?: RichText
  readonly assumed?: readonly RichText[]
  readonly missing?: readonly Missing[]
  readonly remarks?: readonly RichText[]
}
