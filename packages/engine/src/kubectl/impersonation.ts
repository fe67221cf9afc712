import { utf8Bytes } from '../go/index.ts'
import type { HTTPHeader } from '../http/index.ts'
import {
  canonicalHeaderName,
  IMPERSONATE_EXTRA_PREFIX,
  IMPERSONATE_GROUP,
  IMPERSONATE_UID,
  IMPERSONATE_USER,
  impersonationOf,
  isSendableValue,
  isToken,
  targetOf,
  trimmedValue,
} from '../http/index.ts'
import { quoteWord, splitCommand, type Word } from '../shell/index.ts'
import { type Problem, quoted } from '../text/index.ts'
import { type FlagUse, flag, type Invocation } from './command-line/invocation.ts'

/**
 * The headers that kubectl sends for its `--as` flags (Go: `impersonatingRoundTripper` in client-go's transport). Extras
 * are in the order of the flags; kubectl sends them in the random order of a Go map.
 */
export function impersonationHeaders(invocation: Invocation, problems: Problem[]): readonly HTTPHeader[] {
  const user = flag(invocation, 'as')
  const uid = flag(invocation, 'as-uid')
  const groups = invocation.flags.get('as-group') ?? []
  const extras = extrasOf(invocation.flags.get('as-user-extra') ?? [], problems)
  const headers = [
    ...named(IMPERSONATE_USER, user === undefined || user.value === '' ? [] : [user], problems),
    ...named(IMPERSONATE_UID, uid === undefined || uid.value === '' ? [] : [uid], problems),
    ...named(IMPERSONATE_GROUP, groups, problems),
    ...extras.flatMap(({ key, use }) => named(extraHeaderName(key), [use], problems)),
  ]
  if (user === undefined || user.value === '') {
    const first = headers[0]?.span
    if (first !== undefined) problems.push(withoutUser(first))
    else if (user !== undefined) problems.push(emptyUser(user))
  }
  return headers
}

function withoutUser(span: NonNullable<HTTPHeader['span']>): Problem {
  return {
    severity: 'error',
    code: 'impersonation-without-user',
    message: 'kubectl refuses --as-uid, --as-group and --as-user-extra without --as.',
    fix: 'Add --as=USER, or write the headers as raw HTTP to see the API server’s own answer.',
    detail: 'requesting uid, groups or user-extra without impersonating a user',
    span,
  }
}

function emptyUser({ span }: FlagUse): Problem {
  const message = 'kubectl ignores an empty --as: the request asks for no impersonation.'
  return { severity: 'warning', code: 'empty-user', message, fix: '--as=jane', span }
}

function named(name: string, uses: readonly FlagUse[], problems: Problem[]): readonly HTTPHeader[] {
  return uses.map(({ value: typed, span }) => {
    const value = trimmedValue(typed)
    if (!isSendableValue(value)) {
      const detail = `net/http: invalid header field value for ${quoted(name)}`
      const message = `${quoted(value)} has characters that are not allowed in a header.`
      problems.push({ severity: 'error', code: 'unsendable-value', message, fix: 'Remove them.', detail, span })
    } else if (value !== typed) {
      const message = 'The blanks around the value do not arrive: HTTP removes them.'
      problems.push({ severity: 'warning', code: 'blanks-around-value', message, fix: quoteWord(value), span })
    }
    return { name, value, span }
  })
}

interface ExtraUse {
  readonly key: string
  readonly use: FlagUse
}

function extrasOf(uses: readonly FlagUse[], problems: Problem[]): readonly ExtraUse[] {
  return uses.flatMap((use) => {
    const equals = use.value.indexOf('=')
    if (equals === -1) {
      const message = `Expected key=value, found ${quoted(use.value)}; kubectl drops it silently.`
      const fix = `--as-user-extra=${quoteWord(use.value === '' ? 'example.com/scopes' : use.value)}=VALUE`
      problems.push({ severity: 'error', code: 'extra-without-value', message, fix, span: use.span })
      return []
    }
    const key = use.value.slice(0, equals)
    if (/[A-Z]/.test(key)) {
      const message = `Keys of extras arrive in lower case, because header names have no case: this one as ${quoted(lowered(key))}.`
      problems.push({ severity: 'warning', code: 'extra-key-case', message, span: use.span })
    }
    return [{ key, use: { value: use.value.slice(equals + 1), span: use.span } }]
  })
}

/** Converts only ASCII letters: others are percent-encoded and keep their case. */
function lowered(key: string): string {
  return key.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/** The header name that client-go writes for a key of an extra (Go: `headerKeyEscape`, then the canonical form). */
function extraHeaderName(key: string): string {
  let escaped = ''
  for (const byte of utf8Bytes(key)) {
    const character = String.fromCharCode(byte)
    const legal = character !== '%' && isToken(character)
    escaped += legal ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }
  return canonicalHeaderName(IMPERSONATE_EXTRA_PREFIX + escaped)
}

/** Whether a key arrives unchanged: an upper-case letter would arrive in lower case. */
function isSendableExtraKey(key: string): boolean {
  return !/[A-Z]/.test(key)
}

/** The `--as` flags for the same impersonation as the headers, or the reason why there are none. */
export type ImpersonationFlags = { readonly flags: readonly string[] } | { readonly gap: string }

/** Prints the `--as` flags for impersonation headers, quoted for the shell. */
export function impersonationFlags(headers: readonly HTTPHeader[]): ImpersonationFlags {
  const gap = clientGap(headers, true)
  if (gap !== undefined) return { gap: `kubectl ${gap}` }
  const read = targetOf(headers)
  if (read.kind !== 'target') return { flags: [] }
  const { username, uid, groups, extra } = read.wantedUser
  const unsplittable = [...extra.keys()].find((key) => key.includes('='))
  if (unsplittable !== undefined) {
    return {
      gap: `kubectl ends the key of an extra at its first "=", so it cannot ask for the key ${quoted(unsplittable)}`,
    }
  }
  return {
    flags: [
      `--as=${quoteWord(username)}`,
      ...(uid === '' ? [] : [`--as-uid=${quoteWord(uid)}`]),
      ...groups.map((group) => `--as-group=${group === '' ? '' : quoteWord(group)}`),
      ...[...extra].flatMap(([key, values]) =>
        values.map((value) => `--as-user-extra=${quoteWord(`${key}=${value}`)}`),
      ),
    ],
  }
}

/**
 * Why client-go, and all clients built on it, cannot send such impersonation headers, as the rest of a sentence; undefined
 * if it can. `userNeeded`: kubeconfigs and kubectl refuse groups, UID and extras without a user.
 */
export function clientGap(headers: readonly HTTPHeader[], userNeeded: boolean): string | undefined {
  const { username, uid, groups, extra } = impersonationOf(headers)
  const others = uid !== '' || groups.length > 0 || extra.length > 0
  for (const name of [IMPERSONATE_USER, IMPERSONATE_UID]) {
    const values = headers.filter((header) => canonicalHeaderName(header.name) === name)
    if (values.length > 1) return `sends one ${name} header, not ${values.length}`
    if (values[0]?.value !== '') continue
    // Without a user, client-go sends an empty Impersonate-User header with the others.
    if (name === IMPERSONATE_UID || userNeeded || !others) return `does not send an empty ${name} header`
  }
  if (username === '' && others && userNeeded) return 'refuses a uid, group or extra without a user'
  const values = [username, uid, ...groups, ...extra.map(({ value }) => value)]
  const unsendable = values.find((value) => !isSendableValue(value) || trimmedValue(value) !== value)
  if (unsendable !== undefined) return `cannot send the value ${quoted(unsendable)} in a header`
  const key = extra.map((one) => one.key).find((one) => !isSendableExtraKey(one))
  return key === undefined
    ? undefined
    : `sends header names without case, so it cannot ask for the extra ${quoted(key)}`
}

const AS_FLAG = /^--as(?:-uid|-group|-user-extra)?(=|$)/

/** A command without its flags of impersonation and the blanks before them. */
export function withoutImpersonationFlags(text: string): string {
  const { words } = splitCommand(text)
  const end = words.findIndex(({ value }) => value === '--')
  const cut: Word[] = []
  for (let at = 0; at < (end === -1 ? words.length : end); at++) {
    const word = words[at]
    const [, equals] = (word && AS_FLAG.exec(word.value)) ?? []
    if (word === undefined || equals === undefined) continue
    cut.push(word)
    const value = words[at + 1]
    if (equals === '' && value) {
      cut.push(value)
      at += 1
    }
  }
  const ends = [0, ...cut.map(({ span }) => span.end)]
  const kept = cut.map(({ span }, at) => text.slice(ends[at], endBeforeBlanks(text, ends[at] ?? 0, span.start)))
  return kept.join('') + text.slice(ends.at(-1))
}

/** Where the blanks and continued lines begin that end at `end`, but not before `start`. */
function endBeforeBlanks(text: string, start: number, end: number): number {
  for (let at = end; ; ) {
    const length = [' ', '\t', '\\\n', '\\\r\n'].find((blank) => text.startsWith(blank, at - blank.length))?.length
    if (length === undefined || at - length < start) return at
    at -= length
  }
}
