import { goQuote } from '../../go/index.ts'

/** A refused write of a role or binding in the words before 1.14, as a part of a text. */
export interface ExtraPrivileges {
  /** The message as kube-apiserver writes it today. */
  readonly message: string
  readonly start: number
  readonly end: number
}

const BLANK = '[\\s*_]+'

function words(sentence: string): string {
  return sentence.split(' ').join(BLANK)
}

/**
 * Go: `ConfirmNoEscalation` of `pkg/registry/rbac/validation` before 1.14, which printed rules and user with `%v`. Groups: kind, name,
 * rules, user, groups.
 */
const REFUSED = new RegExp(
  `\\b([a-z]+\\.rbac\\.authorization\\.k8s\\.io)${BLANK}\\\\*"([^"\\s\\\\]{1,253})\\\\*"${BLANK}` +
    `${words('is forbidden: attempt to grant extra privileges:')}${BLANK}\\[([^&]{1,10000}?)\\]${BLANK}` +
    `user=(?:&|\\\\+u0026)(?:amp;)?\\{([^{}[\\]]{1,500}?)\\s[^\\s[\\]]{0,100}\\s\\[([^\\]]{0,2000})\\]`,
  'g',
)

/** After the user of the same message: the roles that RBAC did not find. */
const ERRORS = /^(?:(?!extra privileges)[\s\S]){0,10000}?\bruleResolutionErrors=\[([^\]]{0,2000})\]/

/** A rule with the names of its fields: `PolicyRule{Resources:["nodes"], …}`. */
const WITH_NAMES = /PolicyRule(\{[^{}]*\})/g
/** A rule as `%v` prints it: `{[get] [] [nodes] [] []}`, with verbs, groups, resources, names and paths. */
const IN_ORDER = new RegExp(`\\{${Array(5).fill('\\[([^[\\]]*)\\]').join('\\s')}\\}`, 'g')

/** The refused writes that a text without layout has in the words before 1.14. */
export function extraPrivilegesIn(plain: string): readonly ExtraPrivileges[] {
  return Array.from(plain.matchAll(REFUSED), (found) => {
    const [whole, kind = '', name = '', printed = '', username = '', groups = ''] = found
    const writer = `user ${goQuote(username)} (groups=[${listOf(groups).map(goQuote).join(' ')}])`
    const rules = rulesIn(unescaped(printed))
    const [, errors = ''] =
      ERRORS.exec(plain.slice(found.index + whole.length, found.index + whole.length + 20_000)) ?? []
    const resolution = errors === '' ? '' : `; resolution errors: [${unescaped(errors)}]`
    return {
      message: `${kind} ${goQuote(name)} is forbidden: ${writer} is attempting to grant RBAC permissions not currently held:\n${rules.join('\n')}${resolution}`,
      start: found.index,
      end: found.index + whole.length,
    }
  })
}

function unescaped(printed: string): string {
  return printed.replace(/(?<!\\)\\+"/g, '"').replace(/\s+/g, ' ')
}

function rulesIn(printed: string): readonly string[] {
  const named = Array.from(printed.matchAll(WITH_NAMES), ([, rule = '']) => rule)
  const ordered = Array.from(printed.matchAll(IN_ORDER), ([, verbs = '', apiGroups = '', resources = '', ...rest]) => {
    const [names = '', paths = ''] = rest
    // The core group is "", of which `%v` prints nothing: a rule about resources has groups.
    const fields: readonly (readonly [string, readonly string[]])[] = [
      ['APIGroups', resources === '' ? listOf(apiGroups) : apiGroups.split(' ')],
      ['Resources', listOf(resources)],
      ['ResourceNames', listOf(names)],
      ['NonResourceURLs', listOf(paths)],
      ['Verbs', listOf(verbs)],
    ]
    const written = fields.filter(([, values]) => values.length > 0)
    return `{${written.map(([field, values]) => `${field}:[${values.map(goQuote).join(' ')}]`).join(', ')}}`
  })
  return [...named, ...ordered]
}

/** A list as `%v` prints it, without its brackets. */
function listOf(printed: string): readonly string[] {
  return printed.split(/\s+/).filter((one) => one !== '')
}
