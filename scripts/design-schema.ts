import { FIELDS, OWN_DESIGNS, VALUES, WITH } from '@authz-playground/engine/internal/design-text'
import {
  AUDITS,
  CLAUSE_VARIABLES,
  CONDITIONS,
  CONSTRAINTS,
  ERRORS,
  GATES,
  GROUPS,
  KINDS,
  NAMES,
  PARTS,
  REVIEW_VARIABLES,
  STAGES,
  USERS,
} from '@authz-playground/engine/internal/designs'

// What a design may say, for editors. The engine reads more exactly: names of steps, variables, the order of alternatives.

type Schema = Readonly<Record<string, unknown>>
type Described = Readonly<Record<string, readonly [description: string, schema: Schema]>>

const text: Schema = { type: 'string' }
const one = (of: readonly string[]): Schema => ({ type: 'string', enum: of })
const list = (items: Schema): Schema => ({ type: 'array', items })
const offered = (...examples: readonly string[]): Schema => ({ type: 'string', examples })
const either = (...anyOf: readonly Schema[]): Schema => ({ anyOf })

/** A mapping with the fields of the language. Throws where `fields` are not those that are read. */
function mapping(read: readonly string[], fields: Described, required: readonly string[] = []): Schema {
  const names = Object.keys(fields)
  if (names.toSorted().join() !== read.toSorted().join()) throw new Error(`the fields are not ${read.join(', ')}`)
  const properties = names.map((name) => [name, { ...fields[name]?.[1], description: fields[name]?.[0] }] as const)
  return { type: 'object', properties: Object.fromEntries(properties), required, additionalProperties: false }
}

const variables = (of: readonly string[]): string => of.map((name) => `<${name}>`).join(' ')
const TEMPLATE = `Variables: ${variables(REVIEW_VARIABLES)}; << is a <.`

const REVIEW = mapping(
  FIELDS.review,
  {
    about: [
      'What the review is made for, one review for each value: the request that is made, or a part of the target.',
      either(list(one(PARTS)), one(PARTS)),
    ],
    verb: [`The verb that is asked for. ${TEMPLATE}`, offered('impersonate:<mode>', 'impersonate-on:<mode>:<verb>')],
    apiGroup: [`The API group. ${TEMPLATE}`, offered('authentication.k8s.io', '<group>')],
    coreGroup: ['What stands for apiGroup where the group of the request is the core one.', text],
    apiVersion: [`The API version. ${TEMPLATE}`, offered('v1', '<version>')],
    name: [`The name; that of the part where left out. ${TEMPLATE}`, offered('*', '<name>', '<user>')],
    user: ['Who is asked about; the requestor where left out.', one(USERS)],
    values: ['as-released refuses without a review what the released server refuses.', one(VALUES)],
    allAtOnce: [
      'So many groups or extras are asked for by one review first, whose no counts for nothing.',
      mapping(FIELDS.allAtOnce, {
        from: ['From how many on.', { type: 'integer', minimum: 1 }],
        name: ['The name of that review.', offered('*')],
      }),
    ],
  },
  ['about'],
)

const CLAUSE = `Variables: ${variables(CLAUSE_VARIABLES)}.`

const STEP = mapping([...FIELDS.step, 'like'], {
  ask: [
    'One review, or up to four that must all be allowed; or legacy.',
    either(REVIEW, list(REVIEW), { const: 'legacy' }),
  ],
  is: ['same-node, or a CEL expression: its false and its error are a no.', offered('same-node')],
  whom: ['The node that shows which alternative applies.', { const: true, type: 'boolean' }],
  stage: ['Whether it asks who the target may be, or what may be done as it.', one(STAGES)],
  mode: ['The mode that the step belongs to: <mode>.', text],
  label: ['The question on the chart, in plain words.', text],
  term: ['The words below it.', text],
  about: ['A sentence that is shown when somebody points at the step.', text],
  with: ['name-only: the step says no where headers ask for more than a user name.', one(WITH)],
  cannot: ['The reason where a review cannot be said.', text],
  because: [
    'The clause after its answer.',
    mapping(FIELDS.because, {
      allowed: [`After a yes. ${CLAUSE}`, text],
      refused: [`After a no. ${CLAUSE}`, text],
      unasked: [`Where no review is made. ${CLAUSE}`, text],
    }),
  ],
  like: ['Another step, whose fields this one has where it has none.', text],
})

/** Completion needs some levels; below them anything goes. */
const LEVELS = 3

function expression(levels: number): Schema {
  const inner: Schema = levels === 0 ? {} : either(expression(levels - 1), text)
  return mapping(FIELDS.expression, {
    all: ['Each must say yes, in this order.', list(inner)],
    first: ['The first that says yes.', list(inner)],
    choose: ['The step that shows which alternative applies.', text],
    for: ['The targets that it is for.', either(one(KINDS), list(one(KINDS)))],
    with: ['name-only: it does not apply where headers ask for more than a user name.', one(WITH)],
    label: ['The words of its edge.', text],
  })
}

const READING = mapping(FIELDS.reading, {
  id: ['Its name, for --assume.', text],
  text: ['What is left open.', text],
  options: [
    'What it can mean. The first is the usual one.',
    list(
      mapping(FIELDS.option, {
        id: ['Its name.', text],
        reading: ['The reading in a sentence.', text],
        change: [
          'Fields by their paths, and what they are then: `I4.ask.apiGroup`, `become.groups`, `decide`.',
          { type: 'object' },
        ],
      }),
    ),
  ],
})

/** The schema of a design as a text: docs/design-language.md. */
export const DESIGN_SCHEMA: Schema = mapping(
  [...FIELDS.design, 'without'],
  {
    design: ['Its name: a letter, then letters, digits and hyphens.', text],
    title: ['Its title.', text],
    summary: ['What it is, in a sentence.', text],
    from: ['The design that it begins with.', one(Object.keys(OWN_DESIGNS))],
    without: ['Readings of that design that are left out.', list(text)],
    gate: ['Whose feature gate turns it on.', one(GATES)],
    target: [
      'How the target is read.',
      mapping(FIELDS.target, {
        names: ['Whether a name is a node’s or account’s by its prefix alone.', one(NAMES)],
        called: [
          'What <called> is, by kind.',
          {
            type: 'object',
            properties: Object.fromEntries(KINDS.map((kind) => [kind, text])),
            additionalProperties: false,
          },
        ],
      }),
    ],
    errors: ['Which failed review the client sees.', one(ERRORS)],
    conditions: [
      'Answers may have conditions.',
      mapping(FIELDS.conditions, { see: ['Which groups of the target they see.', one(CONDITIONS)] }),
    ],
    steps: ['The steps by their names, in the order of the chart.', { type: 'object', additionalProperties: STEP }],
    decide: ['The expression over the steps.', expression(LEVELS)],
    become: [
      'What the target gets.',
      mapping(FIELDS.become, {
        groups: ['The groups that the API server adds.', one(GROUPS)],
        constraint: ['The constraint that is recorded.', one(CONSTRAINTS)],
        audit: ['The field of the audit event that has it.', one(AUDITS)],
        about: ['A sentence about it.', text],
      }),
    ],
    readings: ['Points that are left open.', list(READING)],
  },
  ['design'],
)
