import type { Answer, Attributes } from '../../kube/index.ts'
import { badRequest, clause, type FieldChecks, forbidden, type Question } from '../../trace/index.ts'
import { authorized, chainEnds, requestAttributes, TO_HANDLERS } from '../chain.ts'
import { FINE_GRAINED } from '../descriptions.ts'
import { design } from '../design.ts'
import { kep3617 } from '../document-sources.ts'
import type { Evaluation, Nodes, PassedNode } from '../flowchart.ts'
import { type FilterState, RELEASED_FILTER } from '../released/filter.ts'
import { constrainedModes } from '../released/modes.ts'
import { releasedWords } from '../words.ts'
import { ASSUMPTIONS } from './assumptions.ts'
import { fieldByField, levelByLevel } from './coverage.ts'
import { allVerbs, excludedVerbs, type FieldVerbs, GRANULAR, type VerbInputs } from './verbs.ts'

interface State extends FilterState {
  /** The failed check of the ordinary verb: the marker of step 2. */
  marker?: Answer
  fieldChecks?: FieldChecks
}

type Node = PassedNode<State>

const DELETING: ReadonlySet<string> = new Set(['delete', 'deletecollection'])

/** The request, for the user that the impersonation filter set. */
function asked(state: State): Attributes {
  return { ...requestAttributes(state), user: state.impersonated?.user ?? state.input.requestor }
}

function* ask(attributes: Attributes): Generator<Question, Answer, Answer> {
  return yield { phase: 'request', purpose: 'request', attributes }
}

function readingOf({ input: { assumptions } }: State, { apiGroup }: Attributes): VerbInputs {
  return { assumptions, apiGroup }
}

/** Whether the steps of the KEP apply to this request. */
function isMutating({ input: { change, assumptions } }: State, { verb, isResourceRequest }: Attributes): boolean {
  if (assumptions.feature === 'off') return false
  if (isResourceRequest && DELETING.has(verb)) return assumptions.delete === 'no-fields'
  return change !== undefined && change.kind !== 'none'
}

const ordinary: Node = {
  shape: 'question',
  label: ['1. May this user change the whole object?'],
  term: [{ code: '‹verb›' }],
  stage: 'request',
  about: 'The request is checked as any request is. A user who may change the whole object continues.',
  edges: {
    yes: { to: 'C', label: ['yes'] },
    no: { to: 'G', label: ['no'] },
    served: { to: 'allowed', label: ['yes, and it sends no object'] },
    ...TO_HANDLERS,
    refused: { to: 'forbidden', label: ['no, and it sends no object'] },
  },
  *evaluate(state) {
    const attributes = asked(state)
    const answer = yield* ask(attributes)
    const mutating = isMutating(state, attributes)
    if (answer.decision === 'Allow') {
      if (mutating) return { edge: 'yes', because: clause`the user may ${attributes.verb} the whole object` }
      return authorized(state, 'served', { ...(answer.reason === '' && { because: ['an authorizer allows it'] }) })
    }
    if (mutating) {
      state.marker = answer
      return { edge: 'no', because: clause`the user may not ${attributes.verb} the whole object` }
    }
    state.outcome = forbidden('request', { attributes, reason: answer.reason })
    return { edge: 'refused', because: ['no authorizer allows it'] }
  },
}

const granular: Node = {
  shape: 'question',
  label: ['2. May it change any single field?'],
  term: [{ code: GRANULAR }],
  stage: 'request',
  about: 'May the user change any field of it? This check keeps other users from causing many checks of fields.',
  edges: { yes: { to: 'C', label: ['yes: marked'] }, no: { to: 'forbidden', label: ['no'] } },
  *evaluate(state) {
    const attributes = asked(state)
    const answer = yield* ask({ ...attributes, verb: GRANULAR })
    if (answer.decision === 'Allow') return { edge: 'yes', because: clause`the user holds ${GRANULAR} here` }
    // The request fails as it would without the feature.
    state.outcome = forbidden('request', { attributes, reason: state.marker?.reason ?? '' })
    return { edge: 'no', because: clause`the user does not hold ${GRANULAR} here` }
  },
}

const compute: Node = {
  shape: 'step',
  label: ['3. Which fields change?'],
  about: 'The patch is applied, or the object compared, and the list of changed fields is made.',
  edges: {
    next: { to: 'H' },
    unknown: { to: 'bad', label: ['it does not apply'], notInText: true },
  },
  *evaluate(state) {
    const { change } = state.input
    if (change?.kind === 'unknown') {
      state.outcome = badRequest('the object or patch in the request cannot be read or does not apply')
      return { edge: 'unknown', because: ['the change cannot be computed'] }
    }
    const changed = changedOf(state).length
    state.fieldChecks = { changed, toCover: 0, checks: 0 }
    const because = [changed === 1 ? 'one field changes' : `${changed === 0 ? 'no' : changed} fields change`]
    return { edge: 'next', because }
  },
}

const webhooks: Node = {
  shape: 'question',
  label: ['4. Which of these fields are checked?'],
  term: ['pre- or post-webhooks'],
  about: 'The KEP leaves open whether the list is checked before webhooks have changed the object, or after.',
  edges: {
    before: { to: 'Q', label: ['the client’s'] },
    after: { to: 'K', label: ['those of webhooks too'] },
  },
  *evaluate({ input: { assumptions } }) {
    return assumptions.webhooks === 'after'
      ? { edge: 'after', because: ['the fields are checked after webhooks'] }
      : {
          edge: 'before',
          because: ['the fields are checked before webhooks'],
          instead: { after: ['webhooks come after this check'] },
        }
  },
}

const changedByWebhooks: Node = {
  shape: 'step',
  label: ['webhooks change the object'],
  about: 'The user must also hold the verbs for the fields that webhooks change.',
  edges: { next: { to: 'Q' } },
  *evaluate(state) {
    const { change } = state.input
    const more = change?.kind === 'fields' ? change.withWebhooks.length - change.sent.length : 0
    return { edge: 'next', because: [more === 0 ? 'they change no other field' : `they change ${more} more`] }
  },
}

const isMarked: Node = {
  shape: 'question',
  label: ['Is the request marked?'],
  about: 'The marker of step 2 says that the user may not change the whole object.',
  edges: { marked: { to: 'F', label: ['marked'] }, whole: { to: 'X', label: ['not marked'] } },
  *evaluate({ marker }) {
    return marker === undefined
      ? { edge: 'whole', because: ['the user may change the whole object'] }
      : { edge: 'marked', because: ['the user may not change the whole object'] }
  },
}

const rest: Node = {
  shape: 'step',
  label: ['7. The rest of the operation'],
  about: 'All checks passed: the request goes on to validation and storage.',
  edges: { next: { to: 'allowed' } },
  *evaluate() {
    return { edge: 'next' }
  },
}

const failed: Node = {
  shape: 'step',
  label: ['8. One check failed'],
  about: 'The error does not list all permissions that are lacking: a request could be made that needs many checks.',
  edges: { next: { to: 'forbidden' } },
  *evaluate() {
    return { edge: 'next' }
  },
}

function changedOf({ input: { change, assumptions } }: State) {
  if (change?.kind !== 'fields') return []
  return assumptions.webhooks === 'after' ? change.withWebhooks : change.sent
}

/** Asks the verbs of fields until each field is covered, counts the checks, and ends the request. */
function* cover(state: State, fields: readonly FieldVerbs[], covered: string): Evaluation {
  const attributes = asked(state)
  const { order, reported } = state.input.assumptions
  let checks = 0
  const counted = (verb: string): Generator<Question, Answer, Answer> => {
    checks++
    return ask({ ...attributes, verb })
  }
  const missing = yield* (order === 'level' ? levelByLevel : fieldByField)(fields, counted)
  const cost = { changed: changedOf(state).length, toCover: fields.length, checks }
  state.fieldChecks = missing === undefined ? cost : { ...cost, missing: missing.field.path }
  if (missing === undefined) {
    return authorized(state, 'yes', { because: [fields.length === 0 ? 'no field has to be covered' : covered] })
  }
  const { field, answers } = missing
  const verb = reported === 'general' ? field.verbs[0] : field.verbs.at(-1)
  if (verb === undefined) {
    const reason = `the field ${field.path} has no permission of its own`
    state.outcome = forbidden('request', { attributes, reason })
    return { edge: 'no', because: clause`no verb of its own covers ${field.path}` }
  }
  state.outcome = forbidden('request', { attributes: { ...attributes, verb }, reason: answers.get(verb)?.reason ?? '' })
  return { edge: 'no', because: clause`the user holds no verb that covers ${field.path}` }
}

const everyField: Node = {
  shape: 'question',
  label: ['5. May it change each of these fields?'],
  term: [{ code: `${GRANULAR}:` }, { code: '‹field›' }],
  stage: 'request',
  about:
    'Verbs are checked from general to specific. One that the user holds covers all fields below it; the first field that is not covered ends the request.',
  edges: { yes: { to: 'D', label: ['yes'] }, no: { to: 'E', label: ['no'] }, ...TO_HANDLERS },
  evaluate: (state) =>
    cover(state, allVerbs(changedOf(state), readingOf(state, asked(state))), 'each changed field is covered'),
}

const excludedFields: Node = {
  shape: 'question',
  label: ['6. May it change the excluded fields?'],
  term: [{ code: `${GRANULAR}:` }, { code: '‹field›' }, ', where it is excluded'],
  stage: 'request',
  about: 'The ordinary verb covers all fields except those that the schema excludes.',
  edges: { yes: { to: 'D', label: ['yes'] }, no: { to: 'E', label: ['no'] }, ...TO_HANDLERS },
  evaluate: (state) =>
    cover(state, excludedVerbs(changedOf(state), readingOf(state, asked(state))), 'each excluded field is covered'),
}

const { R: _, ...ends } = chainEnds()

const nodes: Nodes<State> = {
  ...folded(RELEASED_FILTER),
  R: ordinary,
  G: granular,
  C: compute,
  H: webhooks,
  K: changedByWebhooks,
  Q: isMarked,
  F: everyField,
  X: excludedFields,
  D: rest,
  E: failed,
  ...ends,
}

/** The KEP draws no impersonation: charts show as much of it as a request passes. */
function folded(nodes: Readonly<Record<string, PassedNode<FilterState>>>): Readonly<Record<string, Node>> {
  return Object.fromEntries(
    Object.entries(nodes).map(([id, node]) => [
      id,
      { ...node, notInText: true, ...(id !== 'A' && { onlyWhenTaken: true }) },
    ]),
  )
}

/** KEP-3617: verbs for single fields, asked where the verb for the whole object is not held. */
export const fineGrained = design<State>({
  about: FINE_GRAINED,
  sources: [
    kep3617(
      'API Server Additional Plumbing and Checks',
      'If the marker is present, every field needs to be covered by some permission.',
    ),
    kep3617(
      'Permission Description System',
      'API Server will check the permissions from most general to most specific',
    ),
    kep3617('Authorization System Background and Requirements', 'certainly not more than O(log(number of fields))'),
    kep3617('Levels of schema control', 'The current design cannot accommodate this.'),
  ],
  statement: {
    checks:
      'Impersonation as released. Then the request’s own verb; without it granular, and a verb for every changed field, from general to specific; with it, verbs for the fields that are excluded from it.',
    identity: 'As released: the design replaces only the last authorization.',
    headers: 'As released.',
    fallback: 'As released: legacy comes last, for every target.',
    error: 'The verb that the first uncovered field lacks; without granular, the request’s own verb.',
    groups: 'As released.',
    audit:
      'impersonatedUser, and the identity verb in authenticationMetadata, as released; the field verbs are checks like any other.',
  },
  assumptions: ASSUMPTIONS,
  words: releasedWords,
  auditConstraint: 'authenticationMetadata',
  modes: constrainedModes,
  nodes,
})
