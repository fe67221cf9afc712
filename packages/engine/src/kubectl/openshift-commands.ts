import type { Word } from '../shell/index.ts'
import type { Problem } from '../text/index.ts'

/** The program of OpenShift, which has kubectl’s commands and some of its own. */
export const OC = /^(?:.*[/\\])?oc(?:\.exe)?$/s

/** Commands of `oc adm policy` that make a binding: the command of kubectl that sends the same, and its flag for subjects. */
const BINDINGS: Readonly<Record<string, readonly ['rolebinding' | 'clusterrolebinding', '--user' | '--group']>> = {
  'add-role-to-user': ['rolebinding', '--user'],
  'add-role-to-group': ['rolebinding', '--group'],
  'add-cluster-role-to-user': ['clusterrolebinding', '--user'],
  'add-cluster-role-to-group': ['clusterrolebinding', '--group'],
}

/** Flags of these commands whose next word is their value, without those that kubectl has under the same name. */
const NEXT_IS_VALUE =
  /^(?:-[nz]|--(?:namespace|serviceaccount|rolebinding-name|role-namespace|as|as-group|as-uid|context))$/

/** Flags that become something else. */
const OWN = /^--(?:serviceaccount|rolebinding-name|role-namespace)=/

/** The words after `oc` as words after `kubectl`: its own commands about roles become those of kubectl for the same request. */
export function wordsOfKubectl(words: readonly Word[], problems: Problem[]): readonly Word[] {
  const [adm, policy, command, ...rest] = words
  if (adm?.value !== 'adm' || policy?.value !== 'policy' || command === undefined) return words
  if (command.value === 'who-can') return [command, ...rest]
  const binding = Object.hasOwn(BINDINGS, command.value) ? BINDINGS[command.value] : undefined
  if (binding === undefined) return words
  const [kind, subjectFlag] = binding
  const named: Word[] = []
  const flags: Word[] = []
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at] as Word
    const next = rest[at + 1]
    if (!word.value.startsWith('-')) named.push(word)
    else if (next && NEXT_IS_VALUE.test(word.value)) {
      flags.push({
        ...word,
        value: `${longName(word.value)}=${next.value}`,
        expansions: [...word.expansions, ...next.expansions],
      })
      at += 1
    } else flags.push(word)
  }
  const given = (flag: string): string | undefined =>
    flags.find(({ value }) => value.startsWith(`${flag}=`))?.value.slice(flag.length + 1)
  const [role, ...subjects] = named
  const namespace = given('--namespace') ?? 'default'
  problems.push({
    severity: 'note',
    code: 'another-command',
    message: `Shown is the request that makes a new ${kind === 'rolebinding' ? 'RoleBinding' : 'ClusterRoleBinding'}.`,
    span: command.span,
  })
  if (role === undefined) return [word('create', command), word(kind, command), ...flags]
  const roleFlag = kind === 'rolebinding' && given('--role-namespace') ? '--role' : '--clusterrole'
  const accounts = flags.filter(({ value }) => value.startsWith('--serviceaccount='))
  return [
    word('create', command),
    word(kind, command),
    { ...role, value: given('--rolebinding-name') ?? role.value },
    { ...role, value: `${roleFlag}=${role.value}` },
    ...subjects.map((subject) => ({ ...subject, value: `${subjectFlag}=${subject.value}` })),
    ...accounts.map((account) => ({
      ...account,
      value: account.value.replace('=', `=${namespace}:`),
    })),
    ...flags.filter(({ value }) => !OWN.test(value)),
  ]
}

function longName(flag: string): string {
  return flag === '-n' ? '--namespace' : flag === '-z' ? '--serviceaccount' : flag
}

/** A word in the place of another. */
function word(value: string, { span }: Word): Word {
  return { value, span, expansions: [] }
}
