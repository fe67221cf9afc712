import type { Query } from '../go/index.ts'
import { isInt64 } from '../go/index.ts'
import type { FieldRequirement, LabelRequirement } from '../kube/index.ts'
import { parseFieldSelector } from './field-selector.ts'
import { parseLabelSelector } from './label-selector.ts'
import type { ParsedSelector } from './selector.ts'

/** The query parameters that determine verb, name and selectors. Of several values the first counts. */
export interface ListOptions {
  /** Both selectors of the query; an absent one has no requirements. */
  readonly fieldSelector: ParsedSelector<FieldRequirement>
  readonly labelSelector: ParsedSelector<LabelRequirement>
  /** Parameters that should be 64-bit integers and are not. */
  readonly notIntegers: readonly { readonly parameter: string; readonly value: string }[]
  /** All parameters could be decoded: a single invalid one makes the API server ignore the others. */
  readonly decoded: boolean
  readonly watch: boolean
}

const NO_SELECTOR = { ok: true, requirements: [] } as const

const INTEGERS = ['timeoutSeconds', 'limit']

/** Decodes list options (Go: `metainternalversion.ListOptions` and its `ParameterCodec`). */
export function readListOptions({ values }: Query): ListOptions {
  const fieldText = values.get('fieldSelector')?.[0] ?? ''
  const labelText = values.get('labelSelector')?.[0] ?? ''
  const fieldSelector = fieldText === '' ? NO_SELECTOR : parseFieldSelector(fieldText)
  const labelSelector = labelText === '' ? NO_SELECTOR : parseLabelSelector(labelText)
  const notIntegers = INTEGERS.flatMap((parameter) => {
    const value = values.get(parameter)?.[0]
    return value === undefined || isInt64(value) ? [] : [{ parameter, value }]
  })
  const decoded = fieldSelector.ok && labelSelector.ok && notIntegers.length === 0
  const watch = values.get('watch')?.[0]
  const no = decoded ? FALSE_FOLDED : FALSE_LOWERED
  return {
    fieldSelector,
    labelSelector,
    notIntegers,
    decoded,
    watch: watch !== undefined && watch !== '0' && !no.test(watch),
  }
}

/** Decoding compares by Unicode case folding, where a long s equals s. After an error it reads only `watch`, by lower case. */
const FALSE_FOLDED = /^false$/iu
const FALSE_LOWERED = /^false$/i
