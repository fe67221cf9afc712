import { type ExtraField, type HTTPHeader, impersonatingHeaders, isSendableValue, trimmedValue } from '../http/index.ts'
import { type PlainUser, serviceAccountOf, serviceAccountUsername } from '../kube/index.ts'
import { quoteWord } from '../shell/index.ts'
import type { GoalSubject, GoalTarget, GoalUserFields } from './goal.ts'
import type { Sentence } from './sentence.ts'
import { quotedPair, quotedWord } from './words.ts'

/** How a goal calls a user whose name is empty. */
const NAMELESS = 'a user without a name'

function takesNameless(sentence: Sentence): boolean {
  return sentence.takeOther(...NAMELESS.split(' '))
}

/** Reads a subject: “mia in groups devs, ops with UID 1234 and extra reason=audit”. */
export function readSubject(sentence: Sentence): GoalSubject {
  const fix = 'Write a username, namespace/name of a service account, or Group/name.'
  const word = takesNameless(sentence) ? '' : sentence.name('a subject', fix)
  return { word, ...readFields(sentence) }
}

/** Reads the user that a request asks to become, after “as”. */
export function readTarget(sentence: Sentence): GoalTarget | undefined {
  if (!sentence.take('as')) return undefined
  const carried: Check = (value, of) => {
    if (!isSendableValue(value) || trimmedValue(value) !== value)
      throw sentence.wrong('A header cannot carry this.', 'Leave out blanks at its ends, and line breaks.', of)
  }
  const isNameless = takesNameless(sentence)
  const word = isNameless ? '' : sentence.name('a username', `Write a username, or “${NAMELESS}”.`)
  if (/^(?:Group|ServiceAccount)\//.test(word) && usernameOfWord(word) === word)
    throw sentence.wrong('A request asks to become a user.', 'Write “as USER in group NAME”, or namespace/name.')
  carried(usernameOfWord(word))
  const fields = readFields(sentence, carried)
  if (isNameless && fields.groups.length === 0 && fields.uid === undefined && fields.extra === undefined)
    throw sentence.wrong('The request does not ask to become anybody.', `Write “as ${NAMELESS} in group NAME”.`)
  return { word, ...fields }
}

/** Throws where a value cannot be had; `of` is the word that has it, where that is not the last one. */
type Check = (value: string, of?: string) => void

function readFields(sentence: Sentence, check?: Check): GoalUserFields {
  const before = readGroups(sentence)
  const extra: ExtraField[] = []
  let uid: string | undefined
  for (let join = 'with'; ; join = 'and') {
    if (uid === undefined && begins(sentence, join, 'UID', 'uid')) {
      uid = sentence.name('a UID', 'Write the UID: “with UID 1234”.')
      check?.(uid)
    } else if (extra.length === 0 ? begins(sentence, join, 'extra', 'extras') : sentence.continues()) {
      if (extra.length > 0) sentence.takeOther('extra')
      const pair = sentence.pair('an extra', 'Write its key and its value: reason=audit or reason="two words".')
      extra.push(pair)
      check?.(pair.value)
    } else if (join === 'with' && sentence.takeOther('with')) {
      throw sentence.mistake('“UID” or “extra”', 'Write “with UID 1234” or “with extra reason=audit”.')
    } else break
  }
  const groups = before.length > 0 ? before : readGroups(sentence)
  for (const group of groups) check?.(group, group)
  return { groups, ...(uid !== undefined && { uid }), ...(extra.length > 0 && { extra }) }
}

function begins(sentence: Sentence, join: string, what: string, other: string): boolean {
  return sentence.take(join, what) || sentence.takeOther(join, other)
}

function readGroups(sentence: Sentence): readonly string[] {
  return sentence.take('in', 'group') || sentence.take('in', 'groups')
    ? sentence.names('a group', 'Write the names of the groups.')
    : []
}

/** A user as a sentence has it: {@link readSubject} and {@link readTarget} read it. */
export function printUser({ word, groups, uid, extra = [] }: GoalSubject): string {
  const more = [
    ...(uid === undefined ? [] : [`UID ${quotedWord(uid)}`]),
    ...(extra.length === 0 ? [] : [`${plural('extra', extra)} ${extra.map(quotedPair).join(', ')}`]),
  ]
  return [
    word === '' ? NAMELESS : quotedWord(word),
    ...(groups.length === 0 ? [] : [`in ${plural('group', groups)} ${groups.map(quotedWord).join(', ')}`]),
    ...(more.length === 0 ? [] : [`with ${more.join(' and ')}`]),
  ].join(' ')
}

function plural(noun: string, of: readonly unknown[]): string {
  return of.length === 1 ? noun : `${noun}s`
}

const ACCOUNT = 'ServiceAccount/'
const USER = 'User/'

/** The username that a word of a goal stands for: `namespace/name` is a service account, `User/NAME` is any name. */
export function usernameOfWord(word: string): string {
  if (word.startsWith(USER)) return word.slice(USER.length)
  const [namespace = '', name = '', more] = (word.startsWith(ACCOUNT) ? word.slice(ACCOUNT.length) : word).split('/')
  const username = more === undefined ? serviceAccountUsername({ namespace, name }) : ''
  return word.includes('/') && serviceAccountOf(username) !== undefined ? username : word
}

/** The word that a goal has for a username, the shortest. */
export function wordOfUsername(username: string): string {
  const account = serviceAccountOf(username)
  const words = [...(account ? [`${account.namespace}/${account.name}`] : []), username]
  return (
    words.find((word) => !/^(?:User|Group|ServiceAccount)\//.test(word) && usernameOfWord(word) === username) ??
    `${USER}${username}`
  )
}

/** The headers of a request that asks to become a user. */
export function headersOf({ word, groups, uid = '', extra = [] }: GoalTarget): readonly HTTPHeader[] {
  return impersonatingHeaders({ username: usernameOfWord(word), groups, uid, extra })
}

/** The flags of kubectl that ask to become a user, who has a name, and keys without upper-case letters and “=”. */
export function flagsOf({ word, groups, uid, extra = [] }: GoalTarget): readonly string[] {
  return [
    `--as=${usernameOfWord(word)}`,
    ...(uid === undefined ? [] : [`--as-uid=${uid}`]),
    ...groups.map((group) => `--as-group=${group}`),
    ...extra.map(({ key, value }) => `--as-user-extra=${key}=${value}`),
  ].map(quoteWord)
}

/** The extra of a user as a goal has it: one entry for each value. */
export function extraFields(extra: NonNullable<PlainUser['extra']>): readonly ExtraField[] {
  return Object.entries(extra).flatMap(([key, values]) => values.map((value) => ({ key, value })))
}
