import { excerpt } from '../text/index.ts'

/** A value in a message, in the quotes of messages; the core group as it is written in a rule. */
export function quoted(value: string): string {
  return value === '' ? '""' : `“${excerpt(value)}”`
}

/** Values in a sentence, the first four of them: “a”, “b” and “c”. */
export function listed(values: readonly string[], conjunction: 'and' | 'or' = 'and'): string {
  const shown = values.slice(0, 4).map(quoted)
  const more = values.length - shown.length
  const words = more > 0 ? [...shown, `${more} more`] : shown
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1)}`
}

/** An API group in a sentence. */
export function groupWords(group: string): string {
  return group === '' ? 'the core API group' : `the API group ${quoted(group)}`
}

/** Where a Role or a RoleBinding grants, at the end of a part of a sentence; empty for what grants in the whole cluster. */
export function inNamespace({ namespace }: { readonly namespace: string }): string {
  return inNamespaces(namespace === '' ? undefined : [namespace])
}

/** The same for several namespaces; undefined: the whole cluster. */
export function inNamespaces(namespaces: readonly string[] | undefined): string {
  return namespaces === undefined ? '' : ` in namespace${namespaces.length === 1 ? '' : 's'} ${listed(namespaces)}`
}

/** Parts of a sentence: a, b and c. */
export function joined(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}
