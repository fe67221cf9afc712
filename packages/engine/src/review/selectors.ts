import { labelKeyProblems, labelValueProblems } from '../go/index.ts'
import { type ParsedSelector, parseFieldSelector, parseLabelSelector } from '../http/index.ts'
import type { Attributes, FieldRequirement, LabelRequirement } from '../kube/index.ts'
import { fieldSpan, type ReadingContext, type Struct } from '../policy/index.ts'

/** The selectors of a review. */
export interface ReadSelectors extends Pick<Attributes, 'fieldSelector' | 'labelSelector' | 'selectorNotParsed'> {
  /** Those that are written as one text, by their fields. */
  readonly raw: Readonly<Record<string, { readonly rawSelector: string }>>
}

/** Reads the selectors of resourceAttributes (Go: `pkg/registry/authorization/util`). */
export function readSelectors(resource: Struct | undefined, context: ReadingContext): ReadSelectors {
  const field = readSelector(resource, 'fieldSelector', parseFieldSelector, fieldRequirement, context)
  const label = readSelector(resource, 'labelSelector', parseLabelSelector, labelRequirement, context)
  return {
    fieldSelector: field.requirements,
    labelSelector: label.requirements,
    selectorNotParsed: field.isIgnored || label.isIgnored,
    raw: { ...field.raw, ...label.raw },
  }
}

function readSelector<Requirement>(
  resource: Struct | undefined,
  name: 'fieldSelector' | 'labelSelector',
  parse: (text: string) => ParsedSelector<Requirement>,
  read: (requirement: Struct) => Requirement | undefined,
  { report }: ReadingContext,
) {
  const selector = resource?.struct(name)
  if (resource === undefined || selector === undefined) return { requirements: [], isIgnored: false, raw: {} }
  const rawSelector = selector.text('rawSelector')
  const written = selector.structs('requirements')
  const path = `spec.resourceAttributes.${name}`
  const span = fieldSpan(resource, name, resource.node)
  if ((rawSelector === '') === (written.length === 0) && selector.unread.length === 0) {
    report({
      severity: 'error',
      code: 'one-of-selectors',
      message: `A ${name} has either rawSelector or requirements.`,
      fix: 'Write one of them.',
      detail:
        rawSelector === ''
          ? `${path}.requirements: Required value: when ${path} is specified, requirements or rawSelector is required`
          : `${path}.rawSelector: Invalid value: "${rawSelector}": may not specified at the same time as requirements`,
      span,
      path,
    })
  }
  const parsed = rawSelector === '' ? undefined : parse(rawSelector)
  const kept = written.flatMap(({ value }) => read(value) ?? [])
  const isIgnored = parsed?.ok === false || kept.length < written.length
  if (isIgnored) {
    const some = kept.length > 0 ? 'a part of it' : 'it'
    report({
      severity: 'warning',
      code: 'ignored-selector',
      message: `The API server cannot read this ${name}, and asks the authorizers without ${some}.`,
      detail: `${path} ${kept.length > 0 ? 'partially ' : ''}ignored due to parse error`,
      span,
      path,
    })
  }
  return {
    requirements: parsed?.ok === true ? parsed.requirements : kept,
    isIgnored,
    raw: rawSelector === '' ? {} : { [name]: { rawSelector } },
  }
}

/** Only one value is supported, and only `In` and `NotIn` (Go: `fieldSelectorAsSelector`). */
function fieldRequirement(requirement: Struct): FieldRequirement | undefined {
  const [value, ...others] = requirement.texts('values').map((one) => one.value)
  const operator = FIELD_OPERATORS[requirement.text('operator')]
  if (value === undefined || others.length > 0 || operator === undefined) return undefined
  return { field: requirement.text('key'), operator, value }
}

const FIELD_OPERATORS: Readonly<Partial<Record<string, FieldRequirement['operator']>>> = { In: '=', NotIn: '!=' }

/** A requirement that a label selector may have (Go: `labelSelectorAsSelector`). */
function labelRequirement(requirement: Struct): LabelRequirement | undefined {
  const key = requirement.text('key')
  const values = requirement.texts('values').map((one) => one.value)
  const operator = LABEL_OPERATORS[requirement.text('operator')]
  const isValid = labelKeyProblems(key).length === 0 && values.every((value) => labelValueProblems(value).length === 0)
  if (operator === undefined || !isValid) return undefined
  const needsValues = operator === 'in' || operator === 'notin'
  return needsValues === values.length > 0 ? { key, operator, values } : undefined
}

const LABEL_OPERATORS: Readonly<Partial<Record<string, LabelRequirement['operator']>>> = {
  In: 'in',
  NotIn: 'notin',
  Exists: 'exists',
  DoesNotExist: '!',
}
