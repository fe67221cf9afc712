import { compareBytes, goQuote } from '../go/index.ts'
import type { UserInfo } from '../kube/index.ts'

/** A user as Go's `%#v` prints a `*user.DefaultInfo`, with empty lists and maps as nil and extra keys sorted. */
export function goSyntax(user: UserInfo): string {
  const extra = [...user.extra]
    .sort(([a], [b]) => compareBytes(a, b))
    .map(([key, values]) => `${goQuote(key)}:${goStrings(values)}`)
  return (
    `&user.DefaultInfo{Name:${goQuote(user.username)}, UID:${goQuote(user.uid)}, Groups:${goStrings(user.groups)}, ` +
    `Extra:map[string][]string${extra.length === 0 ? '(nil)' : `{${extra.join(', ')}}`}}`
  )
}

function goStrings(strings: readonly string[]): string {
  return strings.length === 0 ? '[]string(nil)' : `[]string{${strings.map(goQuote).join(', ')}}`
}
