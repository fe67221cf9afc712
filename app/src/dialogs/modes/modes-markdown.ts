import { MODES_IN_ORDER } from '@authz-playground/engine/internal/designs'
import { modeInWords } from '@authz-playground/engine/internal/editing'

const ROWS = MODES_IN_ORDER.map(({ mode, resource, namespaced }, at) => {
  const { who, identities } = modeInWords(mode)
  const others = identities.filter((one) => one !== resource)
  const where = namespaced ? 'in the namespace of the account' : 'without a namespace'
  return [
    `${at + 1}`,
    `\`${mode}\``,
    who,
    `\`impersonate-on:${mode}:<verb>\``,
    `\`impersonate:${mode}\` on ${[resource, ...others].map((one) => `\`${one}\``).join(', ')}, ${where}`,
  ]
})

const LEGACY = [
  `${ROWS.length + 1}`,
  'none: the old verb',
  'anybody',
  'not asked: it is good for any request',
  '`impersonate` on `users`, `serviceaccounts`, `groups`, `uids`, `userextras/<key>`; the account in its namespace',
]

/**
 * The modes of constrained impersonation as a table, in the order in which the API server tries them; then legacy
 * impersonation. For whom each mode is, and the two checks that the requestor must pass.
 */
export const MODES_MARKDOWN = `The API server tries the modes that apply to the wanted user, in this order, until the requestor passes both checks of one. The action check is about the requested resource, in its namespace. The identity check is about the wanted user, in the API group \`authentication.k8s.io\`. After both, the impersonated user must be allowed to make the request.

| Order | Mode | For whom | Action check | Identity check |
| ---: | --- | --- | --- | --- |
${[...ROWS, LEGACY].map((cells) => `| ${cells.join(' | ')} |`).join('\n')}

The old verb is checked in the core API group for \`users\`, \`serviceaccounts\` and \`groups\`. The API server remembers the mode that worked last for a requestor, and tries that one first.
`
