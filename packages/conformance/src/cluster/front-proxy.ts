import type { VectorUser } from '@authz-playground/engine/internal/vectors'

/** The options of kube-apiserver that let a client with the front proxy's certificate name any user. */
export const FRONT_PROXY_OPTIONS = [
  '--requestheader-allowed-names=front-proxy',
  '--requestheader-username-headers=X-Remote-User',
  '--requestheader-uid-headers=X-Remote-Uid',
  '--requestheader-group-headers=X-Remote-Group',
  '--requestheader-extra-headers-prefix=X-Remote-Extra-',
] as const

/**
 * The headers in which a front proxy sends the user. The API server lower-cases keys of extras before it decodes them,
 * so encoding keeps upper case.
 */
export function frontProxyHeaders({
  username = '',
  uid = '',
  groups = [],
  extra = {},
}: VectorUser): readonly (readonly [string, string])[] {
  return [
    ['X-Remote-User', username],
    ...(uid === '' ? [] : ([['X-Remote-Uid', uid]] as const)),
    ...groups.map((group) => ['X-Remote-Group', group] as const),
    ...Object.entries(extra).flatMap(([key, values]) =>
      values.map((value) => [`X-Remote-Extra-${encodedKey(key)}`, value] as const),
    ),
  ]
}

function encodedKey(key: string): string {
  return [...Buffer.from(key)]
    .map((byte) => {
      const character = String.fromCharCode(byte)
      return /[a-z0-9._-]/.test(character) ? character : `%${byte.toString(16).padStart(2, '0')}`
    })
    .join('')
}

/**
 * Why the front proxy cannot send a user, or undefined: an authenticator of headers accepts no empty name and no empty
 * group, and trims white space at the ends of a value.
 */
export function notPlayable({ username = '', uid = '', groups = [], extra = {} }: VectorUser): string | undefined {
  if (username === '') return 'a requestor without a name'
  if (groups.includes('')) return 'a requestor with an empty group'
  const values = [username, uid, ...groups, ...Object.values(extra).flat()]
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a header cannot carry those.
  if (values.some((value) => value !== value.trim() || /[\u0000-\u0008\u000a-\u001f\u007f]/.test(value)))
    return 'a requestor whose details no header can carry'
  if (Object.values(extra).some((list) => list.length === 0)) return 'a requestor with an extra that has no values'
  return undefined
}
