import { isDNSLabel } from '../go/index.ts'
import { type Attributes, combinedResource, isMasked, REQUEST_VERBS, serviceAccountOf } from '../kube/index.ts'
import { quoteWord } from '../shell/index.ts'
import { listInWords, type RichText } from '../trace/index.ts'
import { dangersOf } from './dangers.ts'
import { rulesFor } from './new-roles.ts'

/**
 * The commands that grant a check whose user or namespace is masked, with a word in capitals in place of each mask, and what is
 * to be filled in. A mask is never bound: a binding of it would reach nobody. Empty where kubectl makes no role for the verb, or
 * no namespace can have the name.
 */
export function grantWithPlaceholders(attributes: Attributes): RichText {
  const { user, verb, namespace, isResourceRequest, path } = attributes
  if (isResourceRequest && !REQUEST_VERBS.includes(verb)) return []
  if (isResourceRequest && namespace !== '' && !isMasked(namespace) && !isDNSLabel(namespace)) return []
  const where = isResourceRequest && isMasked(namespace) ? NAMESPACE : isResourceRequest ? namespace : ''
  const subject = subjectOf(user.username, namespace)
  const kind = where === '' ? 'clusterrole' : 'role'
  const place = where === '' ? '' : ` -n ${quoteWord(where)}`
  const [rule] = rulesFor([{ attributes }])
  const names = (rule?.resourceNames ?? []).map((one) => ` --resource-name=${quoteWord(one)}`).join('')
  const { apiGroup, resource, subresource } = attributes
  const type =
    apiGroup === '' ? combinedResource(attributes) : [`${resource}.${apiGroup}`, subresource].filter(Boolean).join('/')
  const what = isResourceRequest ? `--resource=${quoteWord(type)}${names}` : `--non-resource-url=${quoteWord(path)}`
  const name = isResourceRequest ? `${verb}-${resource}` : `${verb}-path`
  const masks = [...new Set([...subject.placeholders, ...(where === NAMESPACE ? [NAMESPACE] : [])])]
  const [danger] = rule === undefined ? [] : dangersOf(rule, where)
  return [
    'With the real ',
    masks.length === 1 ? 'name' : 'names',
    ' in place of ',
    ...listInWords(masks),
    ', these commands allow it: ',
    { code: `kubectl create ${kind} ${quoteWord(name)} --verb=${quoteWord(verb)} ${what}${place}` },
    ' and ',
    { code: `kubectl create ${kind}binding ${quoteWord(name)} --${kind}=${quoteWord(name)} ${subject.flag}${place}` },
    '.',
    ...(danger === undefined ? [] : [` Danger: ${danger.words}`]),
  ]
}

const NAMESPACE = 'NAMESPACE'

/** The flag for the user, and the placeholders in it. */
function subjectOf(
  username: string,
  namespace: string,
): { readonly flag: string; readonly placeholders: readonly string[] } {
  const [, place, name] = /^system:serviceaccount:([^:]*):([^:]*)$/.exec(username) ?? []
  if (!isMasked(username) || place === undefined || name === undefined) {
    const account = serviceAccountOf(username)
    if (account !== undefined)
      return { flag: `--serviceaccount=${account.namespace}:${account.name}`, placeholders: [] }
    return isMasked(username)
      ? { flag: '--user=USER', placeholders: ['USER'] }
      : { flag: `--user=${quoteWord(username)}`, placeholders: [] }
  }
  // Asterisks in two places may be two names, and a placeholder is one.
  const own = place === namespace && !place.includes('*') ? NAMESPACE : 'ACCOUNT_NAMESPACE'
  const parts = [isMasked(place) ? own : place, isMasked(name) ? 'ACCOUNT' : name]
  return {
    flag: `--serviceaccount=${parts.map(quoteWord).join(':')}`,
    placeholders: [...(isMasked(place) ? [own] : []), ...(isMasked(name) ? ['ACCOUNT'] : [])],
  }
}
