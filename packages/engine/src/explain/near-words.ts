import { type Attributes, combinedResource, resourceInGroup, resourceName } from '../kube/index.ts'
import { identityInWords, subjectIn, subjectInWords } from '../rights/index.ts'
import { lookalikesInWords, type SourceRange } from '../text/index.ts'
import { clause, type RichText, type UntriedMode } from '../trace/index.ts'
import { capitalized, lineInWords, scopeInWords } from '../words/index.ts'
import type { Dimension, Mismatch } from './mismatch.ts'
import type { NearMatch } from './near.ts'
import { severalIn } from './value-mismatch.ts'

/** The names of the dimensions in sentences. */
export const DIMENSION_WORDS: Readonly<Record<Dimension, string>> = {
  verb: 'verb',
  apiGroup: 'API group',
  resource: 'resource',
  subresource: 'subresource',
  name: 'name',
  path: 'path',
  role: 'role',
  scope: 'scope',
  subject: 'subject',
  mode: 'mode',
}

/**
 * A near rule in words: what fits and what does not, with lines. "Line 59 comes closest: all but the verb. It grants get and
 * list, and delete is asked for. It is bound in namespace prod, to service account ci/deployer."
 *
 * @param isNearest whether no other rule comes closer
 */
export function nearInWords(near: NearMatch, asked: Attributes, isNearest = true): RichText {
  const { rule, mismatches, untried } = near
  if (untried !== undefined && rule !== undefined) return untriedInWords(rule.range, untried)
  const ofRule = mismatches.filter(({ dimension }) => OF_RULE.has(dimension))
  const ofBinding = mismatches.filter(({ dimension }) => !OF_RULE.has(dimension))
  if (rule === undefined)
    return capitalized(
      ofBinding.flatMap((mismatch, at) => [...(at === 0 ? [] : [' ']), ...bindingMismatch(mismatch, near, asked)]),
    )
  const line = lineInWords(rule.range)
  if (ofRule.length === 0) {
    const [first, ...others] = ofBinding
    return capitalized([
      `${line} would do, but `,
      ...(first === undefined ? [] : bindingMismatch(first, near, asked)),
      ...others.flatMap((mismatch) => [' And ', ...bindingMismatch(mismatch, near, asked)]),
    ])
  }
  const all = inList(mismatches.map(({ dimension }) => `the ${DIMENSION_WORDS[dimension]}`))
  return capitalized([
    `${line} comes ${isNearest ? 'closest' : 'close'}: all but ${all}.`,
    ...ofRule.flatMap((mismatch) => [' ', ...capitalized(ruleMismatch(mismatch, asked))]),
    ...(ofBinding.length === 0
      ? boundWhere(near, asked)
      : ofBinding.flatMap((mismatch) => [' ', ...capitalized(bindingMismatch(mismatch, near, asked))])),
  ])
}

/** A rule for a mode that was not tried. */
function untriedInWords(range: SourceRange, { asks, because }: UntriedMode): RichText {
  return clause`${capitalized([lineInWords(range)])} allows ${asks?.verb ?? ''}, but that mode was not tried: ${because}.`
}

const OF_RULE: ReadonlySet<Dimension> = new Set(['verb', 'apiGroup', 'resource', 'subresource', 'name', 'path'])

function inList(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

function codes(values: readonly string[]): RichText {
  const shown = values.slice(0, 4)
  const more = values.length - shown.length
  return shown
    .flatMap((value, at): RichText => {
      const last = at === shown.length - 1 && more === 0
      return [at === 0 ? '' : last ? ' and ' : ', ', { code: shownValue(value) }]
    })
    .concat(more > 0 ? [` and ${more} more`] : [])
    .filter((word) => word !== '')
}

/** The core group, and other empty values, as a rule has them. */
function shownValue(value: string): string {
  return value === '' ? '""' : value
}

/** A question about a group is asked for a member without a name. */
function whoAsks({ user }: Attributes): RichText {
  const [group] = user.groups
  return user.username === '' && group !== undefined ? ['a member of group ', { code: group }] : identityInWords(user)
}

function boundWhere({ binding, subject }: NearMatch, asked: Attributes): RichText {
  if (binding === undefined || subject === undefined) return []
  const to: RichText = subject.kind === 'Group' ? ['group ', { code: subject.name }] : whoAsks(asked)
  const where: RichText = binding.kind === 'ClusterRoleBinding' ? ['cluster-wide'] : scopeInWords(binding.namespace)
  return [' It is bound ', ...where, ', to ', ...to, '.']
}

/** What the sentences of the tables are made of; a text is shown as code. */
interface RuleWords {
  readonly dimension: Dimension
  readonly has: string
  readonly all: RichText
  readonly asked: string
  readonly check: Attributes
}

type Words<Of> = Readonly<Partial<Record<NonNullable<Mismatch['cause']>, (of: Of) => RichText>>>

/** A value of a rule that does not fit, by what is known about it. */
const OF_VALUE: Words<RuleWords> = {
  misspelt: ({ has, asked }) => clause`${has} is probably meant to be ${asked}${[lookalikesInWords(has, asked)]}.`,
  case: ({ has, asked }) => clause`${has} is not ${asked}: upper and lower case count.`,
  'no-verb': ({ has, asked }) => clause`no request has the verb ${has}; this one has ${asked}.`,
  'words-of-design': ({ has, asked }) =>
    clause`${has} is what another design or reading asks for; here it is ${asked}.`,
  singular: ({ has, asked }) => clause`${has} is the singular; rules name the plural, ${asked}.`,
  kind: ({ has, asked }) => clause`${has} is the kind; rules name the resource, ${asked}.`,
  'short-name': ({ has, asked }) => clause`${has} is a short name of kubectl; rules name the resource, ${asked}.`,
  parent: ({ asked, check }) => clause`it names ${check.resource}, which does not cover its subresource ${asked}.`,
  'several-in-one': ({ has, asked }) =>
    severalIn(has).length < 2
      ? clause`${has} has a blank in it, and matches nothing.`
      : clause`${has} is one value, and matches nothing: ${asked} is a value of its own.`,
  subresources: ({ has, asked, check }) =>
    check.subresource === ''
      ? clause`${has} matches nothing, and would not cover ${asked} if it did.`
      : clause`${has} matches nothing: a rule names each subresource, as ${asked}.`,
  subresource: ({ all, asked }) => clause`it names ${all}; the check asks for ${asked}.`,
  version: ({ has, asked }) => clause`${has} names a version; the API group is ${asked}.`,
  core: ({ has }) => clause`the core group is written ${'""'}, not ${has}.`,
  'other-group': ({ all, check }) => [
    `it is for the API group${all.length > 1 ? 's' : ''} `,
    ...clause`${all}; the check asks for ${qualified(check)}.`,
  ],
  'wrong-group': ({ has, asked, check }) =>
    clause`${combinedResource(check)} is asked for in the API group ${asked}, not in ${has}.`,
  'no-key': ({ has, asked }) => clause`${has} alone is an extra with an empty key; the check asks for ${asked}.`,
  'no-name': ({ all, check }) => clause`it lists names (${all}), and this ${check.verb} names no object.`,
  'any-name': ({ all, asked }) => clause`it lists names (${all}), and the check asks for the name ${asked}.`,
  'trailing-slash': ({ has, asked }) => clause`${has} is not ${asked}: a slash at the end counts.`,
  'no-trailing-slash': ({ has, asked }) => clause`${has} is not ${asked}: a slash at the end counts.`,
  'below-only': ({ has, asked }) => clause`${has} covers the paths below it, but not ${asked} itself.`,
  username: ({ has, asked }) => clause`${has} is a username; the check asks for the name alone, ${asked}.`,
  identity: ({ has, asked }) => clause`no check asks about ${has} for this identity: it asks about ${asked}.`,
  'with-group': ({ has, asked }) => clause`${has} has the API group in it; rules name the resource alone, ${asked}.`,
  'no-slash': ({ has, asked }) => clause`${has} matches nothing: paths begin with a slash, as ${asked}.`,
  'no-star': ({ has }) => clause`${has} does not cover the paths below it; ${`${has.replace(/\/$/, '')}/*`} would.`,
  wildcard: ({ has, dimension }) => {
    if (dimension !== 'name')
      return [{ code: has }, ` matches nothing: in ${DIMENSION_WORDS[dimension]}s only “*” alone is a wildcard.`]
    return has === '*'
      ? clause`in names ${has} is no wildcard: the rule is for an object of this name.`
      : clause`${has} matches nothing: in names nothing is a wildcard.`
  },
  'inner-star': ({ has }) => clause`in ${has} the star is an ordinary character: it is a wildcard only at the end.`,
}

function ruleMismatch({ dimension, cause, has, asked }: Mismatch, check: Attributes): RichText {
  const words: RuleWords = {
    dimension,
    has: shownValue(has[0] ?? ''),
    all: codes(has),
    asked: shownValue(asked),
    check,
  }
  const ofCause = cause && OF_VALUE[cause]
  if (ofCause !== undefined) return ofCause(words)
  return [OTHER[dimension] ?? 'it has ', ...clause`${words.all}; the check asks for ${words.asked}.`]
}

const OTHER: Readonly<Partial<Record<Dimension, string>>> = {
  verb: 'it grants ',
  resource: 'it is about ',
  name: 'it lists ',
  path: 'it is about ',
}

function qualified(asked: Attributes): RichText {
  const whole = resourceName(asked)
  return asked.apiGroup === '' ? clause`${whole} of the core group` : clause`${whole}`
}

/** As {@link RuleWords}, of a binding; kinds are shown as they are. */
interface BindingWords {
  readonly binding: RichText
  readonly line: RichText
  readonly who: RichText
  readonly has: string
  readonly instead: string
  readonly near: NearMatch
  readonly check: Attributes
}

/** A binding does not lead to the role. */
const OF_ROLE: Words<BindingWords> = {
  'not-bound': ({ near: { role, rule } }) =>
    clause`no binding names its role, ${[role?.kind ?? '']} ${rule?.aggregatedInto ?? role?.name ?? ''}.`,
  labels: ({ binding, has, instead, near: { role } }) =>
    clause`ClusterRole ${role?.name ?? ''} has the label ${has}, and the aggregated role of ${binding} selects ${instead}.`,
  'no-label': ({ binding, has, instead, near: { role } }) =>
    clause`ClusterRole ${role?.name ?? ''} does not have the label ${instead}, by which ClusterRole ${has} of ${binding} selects roles.`,
  overwritten: ({ has }) =>
    clause`ClusterRole ${has} has an aggregation rule: the rules of the roles that it selects replace those written in it.`,
  'default-role': ({ binding, who, has }) =>
    clause`${binding} names ${who} and the default role ${has}, but default roles do not count here.`,
  'role-elsewhere': ({ binding, has, near: { role, roleRef, binding: by } }) =>
    roleRef?.kind === 'Role'
      ? clause`${binding} names Role ${role?.name ?? ''}, which is in namespace ${has}, not in ${by?.namespace ?? ''}.`
      : clause`${binding} names ClusterRole ${role?.name ?? ''}, which no text has; the one of that name is a Role in namespace ${has}.`,
  'role-of-other-kind': ({ binding, has, instead, near: { role } }) =>
    clause`${binding} names ${[has]} ${role?.name ?? ''}, which no text has; ${[instead]} ${role?.name ?? ''} is probably meant.`,
  'role-not-found': ({ binding, who, has, instead, near: { roleRef } }) =>
    instead === ''
      ? clause`${binding} grants ${who} ${[roleRef?.kind ?? '']} ${has}, which no text has.`
      : clause`${binding} names ${[roleRef?.kind ?? '']} ${has}, which no text has; ${instead} is probably meant${[lookalikesInWords(has, instead)]}.`,
}

/** A binding grants in another namespace, or in one where the check is cluster-wide. */
const OF_SCOPE: Words<BindingWords> = {
  misspelt: ({ binding, has, instead }) =>
    clause`${binding} grants it in namespace ${has}, which is probably meant to be ${instead}${[lookalikesInWords(has, instead)]}.`,
  'no-namespace': ({ binding, has, instead, near: { role } }) =>
    clause`${binding} does not name its namespace, so it counts in ${has}, and Role ${role?.name ?? ''} is in ${instead}.`,
  'other-namespace': ({ binding, has, check }) =>
    clause`${binding} grants it in namespace ${has} only, not in ${check.namespace}.`,
  'cluster-wide': ({ binding, has, check: { isResourceRequest, apiGroup, resource } }) => {
    if (isResourceRequest && resourceInGroup(apiGroup, resource)?.namespaced !== false)
      return clause`${binding} grants it in namespace ${has} only, and the check is cluster-wide.`
    const what = isResourceRequest ? clause`${resource}, which are in no namespace` : ['paths']
    return clause`${binding} is for namespace ${has}, and only a ClusterRoleBinding grants ${what}.`
  },
}

const meantSubject = ({ line, has, instead }: BindingWords): RichText =>
  clause`${line} binds it to ${has}, which is probably meant to be ${instead}${[lookalikesInWords(has, instead)]}.`

/** A binding names others than the user of the check. */
const OF_SUBJECT: Words<BindingWords> = {
  'no-namespace': ({ line, has, instead }) =>
    clause`${line} names the service account ${has} without its namespace, ${instead}.`,
  'other-namespace': ({ line, has, instead }) =>
    clause`${line} binds it to the service account of that name in namespace ${has}, not in ${instead}.`,
  'other-kind': ({ line, who, has, instead, near: { subject } }) =>
    clause`${line} binds it to the ${[has]} ${subject?.name ?? ''}, and ${who} is a ${[instead === 'Group' ? 'member of the group' : instead]}.`,
  'implied-group': ({ who, has }) =>
    clause`it is bound to the group ${has}, which authentication adds to ${who}, and the request does not have it.`,
  'no-subjects': ({ binding }) => clause`${binding} has no subjects.`,
  'not-in-group': ({ who, has }) => clause`it is bound to the group ${has}, and ${who} is not in it.`,
  misspelt: meantSubject,
  case: meantSubject,
}

function bindingMismatch(mismatch: Mismatch, near: NearMatch, check: Attributes): RichText {
  const { dimension, cause, has, instead = '', range } = mismatch
  const { binding } = near
  const words: BindingWords = {
    binding: binding ? [`${binding.kind} `, { code: binding.name }, ` in ${lineInWords(binding.range)}`] : [],
    line: [lineInWords(range)],
    who: whoAsks(check),
    has: has[0] ?? '',
    instead,
    near,
    check,
  }
  const table = dimension === 'role' ? OF_ROLE : dimension === 'scope' ? OF_SCOPE : OF_SUBJECT
  const ofCause = cause && table[cause]
  return ofCause === undefined ? clause`it is bound to ${boundTo(near)}, not to ${words.who}.` : ofCause(words)
}

function boundTo({ subject, binding }: NearMatch): RichText {
  if (subject === undefined) return ['others']
  const named = subjectIn(subject, binding ?? { namespace: '' })
  return named === undefined ? ['service account ', { code: subject.name }] : subjectInWords(named)
}
