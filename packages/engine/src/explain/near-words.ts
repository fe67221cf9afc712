import { type Attributes, resourceInGroup, resourceName } from '../kube/index.ts'
import { identityInWords, lineInWords, scopeInWords } from '../report/index.ts'
import type { SourceRange } from '../text/index.ts'
import { clause, type RichText, type UntriedMode } from '../trace/index.ts'
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
  const { rule, misses, untried } = near
  if (untried !== undefined && rule !== undefined) return untriedInWords(rule.range, untried)
  const ofRule = misses.filter(({ dimension }) => OF_RULE.has(dimension))
  const ofBinding = misses.filter(({ dimension }) => !OF_RULE.has(dimension))
  if (rule === undefined)
    return sentence(
      ofBinding.flatMap((miss, at) => [...(at === 0 ? [] : [' ']), ...bindingMismatch(miss, near, asked)]),
    )
  const line = lineInWords(rule.range)
  if (ofRule.length === 0) {
    const [first, ...others] = ofBinding
    return sentence([
      `${line} would do, but `,
      ...(first === undefined ? [] : bindingMismatch(first, near, asked)),
      ...others.flatMap((miss) => [' And ', ...bindingMismatch(miss, near, asked)]),
    ])
  }
  const all = inList(misses.map(({ dimension }) => `the ${DIMENSION_WORDS[dimension]}`))
  return sentence([
    `${line} comes ${isNearest ? 'closest' : 'close'}: all but ${all}.`,
    ...ofRule.flatMap((miss) => [' ', ...upper(ruleMismatch(miss, asked))]),
    ...(ofBinding.length === 0
      ? boundWhere(near, asked)
      : ofBinding.flatMap((miss) => [' ', ...upper(bindingMismatch(miss, near, asked))])),
  ])
}

/** A rule for a mode that was not tried. */
function untriedInWords(range: SourceRange, { asks, because }: UntriedMode): RichText {
  return clause`${[upperFirst(lineInWords(range))]} allows ${asks?.verb ?? ''}, but that mode was not tried: ${because}.`
}

const OF_RULE: ReadonlySet<Dimension> = new Set(['verb', 'apiGroup', 'resource', 'subresource', 'name', 'path'])

function sentence(words: RichText): RichText {
  return upper(words)
}

function upper(words: RichText): RichText {
  const [first, ...rest] = words
  if (typeof first !== 'string') return words
  return [upperFirst(first), ...rest]
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

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

function ruleMismatch({ dimension, cause, has, asked: wanted }: Mismatch, asked: Attributes): RichText {
  const value = shownValue(has[0] ?? '')
  const want = shownValue(wanted)
  switch (cause) {
    case 'misspelt':
      return clause`${value} is probably meant to be ${want}.`
    case 'case':
      return clause`${value} is not ${want}: upper and lower case count.`
    case 'no-verb':
      return clause`no request has the verb ${value}; this one has ${want}.`
    case 'words-of-design':
      return clause`${value} is what another design asks for; here it is ${want}.`
    case 'singular':
      return clause`${value} is the singular; rules name the plural, ${want}.`
    case 'kind':
      return clause`${value} is the kind; rules name the resource, ${want}.`
    case 'short-name':
      return clause`${value} is a short name of kubectl; rules name the resource, ${want}.`
    case 'parent':
      return clause`it names ${asked.resource}, which does not cover its subresource ${want}.`
    case 'several-in-one':
      return severalIn(has[0] ?? '').length < 2
        ? clause`${value} has a blank in it, and matches nothing.`
        : clause`${value} is one value, and matches nothing: ${want} is a value of its own.`
    case 'subresources':
      return asked.subresource === ''
        ? clause`${value} matches nothing, and would not cover ${want} if it did.`
        : clause`${value} matches nothing: a rule names each subresource, as ${want}.`
    case 'subresource':
      return clause`it names ${codes(has)}; the check asks for ${want}.`
    case 'version':
      return clause`${value} names a version; the API group is ${want}.`
    case 'core':
      return clause`the core group is written ${'""'}, not ${value}.`
    case 'other-group':
      return [
        `it is for the API group${has.length > 1 ? 's' : ''} `,
        ...clause`${codes(has)}; the check asks for ${qualified(asked)}.`,
      ]
    case 'no-name':
      return clause`it lists names (${codes(has)}), and this ${asked.verb} names no object.`
    case 'any-name':
      return clause`it lists names (${codes(has)}), and the check asks for the name ${want}.`
    case 'trailing-slash':
    case 'no-trailing-slash':
      return clause`${value} is not ${want}: a slash at the end counts.`
    case 'below-only':
      return clause`${value} covers the paths below it, but not ${want} itself.`
    case 'username':
      return clause`${value} is a username; the check asks for the name alone, ${want}.`
    case 'with-group':
      return clause`${value} has the API group in it; rules name the resource alone, ${want}.`
    case 'no-slash':
      return clause`${value} matches nothing: paths begin with a slash, as ${want}.`
    case 'no-star':
      return clause`${value} does not cover the paths below it; ${`${(has[0] ?? '').replace(/\/$/, '')}/*`} would.`
    case 'wildcard':
      if (dimension === 'name' && has[0] === '*')
        return clause`in names ${value} is no wildcard: the rule is for an object of this name.`
      return [
        { code: value },
        ` matches nothing: in ${dimension === 'name' ? 'names nothing' : `${DIMENSION_WORDS[dimension]}s only “*” alone`} is a wildcard.`,
      ]
    case 'inner-star':
      return clause`in ${value} the star is an ordinary character: it is a wildcard only at the end.`
    default:
      return [
        dimension === 'name' ? 'it lists ' : (OTHER[dimension] ?? 'it has '),
        ...clause`${codes(has)}; the check asks for ${want}.`,
      ]
  }
}

const OTHER: Readonly<Partial<Record<Dimension, string>>> = {
  verb: 'it grants ',
  resource: 'it is about ',
  path: 'it is about ',
}

function qualified(asked: Attributes): RichText {
  const whole = resourceName(asked)
  return asked.apiGroup === '' ? clause`${whole} of the core group` : clause`${whole}`
}

function bindingMismatch(miss: Mismatch, near: NearMatch, asked: Attributes): RichText {
  if (miss.dimension === 'role') return roleMismatch(miss, near, asked)
  return miss.dimension === 'scope' ? scopeMismatch(miss, near, asked) : subjectMismatch(miss, near, asked)
}

function bindingInWords({ binding }: NearMatch): RichText {
  return binding === undefined ? [] : [`${binding.kind} `, { code: binding.name }, ` in ${lineInWords(binding.range)}`]
}

/** A binding does not lead to the role. */
function roleMismatch({ cause, has, instead }: Mismatch, near: NearMatch, asked: Attributes): RichText {
  const { binding, role, roleRef, rule } = near
  const [value = ''] = has
  const name = role?.name ?? ''
  const kind = roleRef?.kind ?? ''
  const inBinding = bindingInWords(near)
  const who = whoAsks(asked)
  switch (cause) {
    case 'not-bound':
      return clause`no binding names its role, ${[role?.kind ?? '']} ${rule?.aggregatedInto ?? name}.`
    case 'labels':
      return clause`ClusterRole ${name} has the label ${value}, and the aggregated role of ${inBinding} selects ${instead ?? ''}.`
    case 'default-role':
      return clause`${inBinding} names ${who} and the default role ${value}, but default roles do not count here.`
    case 'role-elsewhere':
      return kind === 'Role'
        ? clause`${inBinding} names ${[kind]} ${name}, which is in namespace ${value}, not in ${binding?.namespace ?? ''}.`
        : clause`${inBinding} names ${[kind]} ${name}, which no text has; the one of that name is a Role in namespace ${value}.`
    default:
      if (instead === undefined) return clause`${inBinding} grants ${who} ${[kind]} ${value}, which no text has.`
      return cause === 'role-of-other-kind'
        ? clause`${inBinding} names ${[value]} ${name}, which no text has; ${[instead]} ${name} is probably meant.`
        : clause`${inBinding} names ${[kind]} ${value}, which no text has; ${instead} is probably meant.`
  }
}

/** A binding grants in another namespace, or in one where the check is cluster-wide. */
function scopeMismatch(miss: Mismatch, near: NearMatch, asked: Attributes): RichText {
  const inBinding = bindingInWords(near)
  const [value = ''] = miss.has
  if (miss.cause === 'misspelt')
    return clause`${inBinding} grants it in namespace ${value}, which is probably meant to be ${miss.instead ?? ''}.`
  if (miss.cause !== 'cluster-wide')
    return clause`${inBinding} grants it in namespace ${value} only, not in ${miss.asked}.`
  if (asked.isResourceRequest && !isClusterScoped(asked))
    return clause`${inBinding} grants it in namespace ${value} only, and the check is cluster-wide.`
  const what = asked.isResourceRequest ? clause`${asked.resource}, which are in no namespace` : ['paths']
  return clause`${inBinding} is for namespace ${value}, and only a ClusterRoleBinding grants ${what}.`
}

/** A binding names others than the user of the check. */
function subjectMismatch({ cause, has, instead = '', range }: Mismatch, near: NearMatch, asked: Attributes): RichText {
  const { kind, name } = near.subject ?? { kind: '', name: '' }
  const [value = ''] = has
  const line = [lineInWords(range)]
  const who = whoAsks(asked)
  switch (cause) {
    case 'no-namespace':
      return clause`${line} names the service account ${name} without its namespace, ${instead}.`
    case 'other-namespace':
      return clause`${line} binds it to the service account of that name in namespace ${value}, not in ${instead}.`
    case 'other-kind':
      return clause`${line} binds it to the ${[kind]} ${name}, and ${who} is a ${[instead === 'Group' ? 'member of the group' : instead]}.`
    case 'implied-group':
      return clause`it is bound to the group ${value}, which authentication adds to ${who}, and the request does not have it.`
    case 'no-subjects':
      return clause`${bindingInWords(near)} has no subjects.`
    case 'not-in-group':
      return clause`it is bound to the group ${value}, and ${who} is not in it.`
    case 'misspelt':
    case 'case':
      return clause`${line} binds it to ${value}, which is probably meant to be ${instead}.`
    default:
      return clause`it is bound to ${subjectInWords(near)}, not to ${who}.`
  }
}

function isClusterScoped({ apiGroup, resource }: Attributes): boolean {
  return resourceInGroup(apiGroup, resource)?.namespaced === false
}

function subjectInWords({ subject, binding }: NearMatch): RichText {
  if (subject === undefined) return ['others']
  const { kind, name, namespace } = subject
  if (kind === 'Group') return ['the group ', { code: name }]
  if (kind === 'User') return identityInWords({ username: name })
  const where = namespace === '' ? (binding?.namespace ?? '') : namespace
  return ['service account ', { code: where === '' ? name : `${where}/${name}` }]
}
