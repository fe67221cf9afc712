import { describe, expect, it } from 'vitest'
import { anchor, listed, prose, table } from './markdown.ts'

describe('prose', () => {
  it.each([
    ['Legacy comes last.', 'Legacy comes last.'],
    ['the impersonate checks', 'the `impersonate` checks'],
    ['impersonate-on:<mode>:<verb> on it, then', '`impersonate-on:<mode>:<verb>` on it, then'],
    [
      'impersonate:<kind of target> in authentication.k8s.io.',
      '`impersonate:<kind of target>` in `authentication.k8s.io`.',
    ],
    ['names with system:node: or not', 'names with `system:node:` or not'],
    ['Impersonate-User alone', '`Impersonate-User` alone'],
    ['Impersonate-Access-Rule, and', '`Impersonate-Access-Rule`, and'],
    ['uids and userextras/<key> too', 'uids and `userextras/<key>` too'],
    ['inside impersonatedUser; a ClusterAccessRule', 'inside `impersonatedUser`; a `ClusterAccessRule`'],
    ['impersonate-within in a group', '`impersonate-within` in a group'],
    ['code stays: `impersonate` and `a <b>`', 'code stays: `impersonate` and `a <b>`'],
    ['a <tag> is none', 'a &lt;tag> is none'],
  ])('%s', (text, wanted) => {
    expect(prose(text)).toBe(wanted)
  })
})

it('writes tables in which a bar is no border', () => {
  expect(table(['a', 'b'], [['x|y', '']])).toBe('| a | b |\n| --- | --- |\n| x\\|y |  |')
})

it('names headings as GitHub does', () => {
  expect(anchor('Group G, but only if the username is U')).toBe('#group-g-but-only-if-the-username-is-u')
  expect(anchor('KEP-5284 as proposed (proposal)')).toBe('#kep-5284-as-proposed-proposal')
})

it('lists words as people do', () => {
  expect([listed([]), listed(['a']), listed(['a', 'b', 'c'])]).toEqual(['', 'a', 'a, b and c'])
})
