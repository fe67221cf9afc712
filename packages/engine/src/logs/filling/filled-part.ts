import { listInWords, type RichText } from '../../trace/index.ts'

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

/** Why a mode refuses where the old verb grants the name: it counts for each part that is sent along. */
export const WITH_MORE: RichText = [
  'The name alone is granted here. The client may have sent a group, a UID or an extra as well that no rule grants: send the request without ',
  ...listInWords(['Impersonate-Group', 'Impersonate-Uid', 'Impersonate-Extra-*'], 'or'),
  ', or add what it sent.',
]
