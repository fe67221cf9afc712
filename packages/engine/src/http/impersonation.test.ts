import { describe, expect, it } from 'vitest'
import { targetOf } from './impersonation.ts'
import type { HTTPHeader } from './request.ts'

function headers(...lines: string[]): readonly HTTPHeader[] {
  return lines.map((line) => {
    const colon = line.indexOf(':')
    return { name: line.slice(0, colon), value: line.slice(colon + 1).trim() }
  })
}

const none = { kind: 'none' }

describe('the wanted user', () => {
  it('is none without an Impersonate header', () => {
    expect(targetOf([])).toEqual(none)
    expect(
      targetOf(headers('Accept: */*', 'Impersonate-Groups: devs', 'Impersonate: x', 'Impersonate-Extra: y')),
    ).toEqual(none)
  })

  it('is none when user and uid are empty', () => {
    expect(targetOf(headers('Impersonate-User:', 'Impersonate-Uid:'))).toEqual(none)
  })

  it('is read from headers in any case', () => {
    expect(
      targetOf(
        headers(
          'impersonate-user: jane',
          'IMPERSONATE-GROUP: devs',
          'Impersonate-Uid: u-1',
          'impersonate-group:',
          'Impersonate-Extra-Scopes: view',
          'impersonate-extra-acme.io%2FTeam: red',
          'impersonate-extra-SCOPES: edit',
        ),
      ),
    ).toEqual({
      kind: 'target',
      wantedUser: {
        username: 'jane',
        uid: 'u-1',
        groups: ['devs', ''],
        extra: new Map([
          ['scopes', ['view', 'edit']],
          ['acme.io/team', ['red']],
        ]),
      },
    })
  })

  it('uses the first of several users and uids', () => {
    const asked = headers('Impersonate-User: jane', 'Impersonate-User: bob', 'Impersonate-Uid:', 'Impersonate-Uid: 7')
    expect(targetOf(asked)).toMatchObject({ kind: 'target', wantedUser: { username: 'jane', uid: '' } })
    expect(targetOf(headers('Impersonate-User:', 'Impersonate-User: bob'))).toEqual(none)
  })

  it.each([
    ['acme%2', 'acme%2'],
    ['ACME%', 'acme%'],
    ['%41b', 'Ab'],
    ['', ''],
    ['%ff', '\udcff'],
    ['__proto__', '__proto__'],
  ])('has the extra %j under the key %j', (header, key) => {
    const target = targetOf([
      { name: 'Impersonate-User', value: 'jane' },
      { name: `Impersonate-Extra-${header}`, value: 'v' },
    ])
    expect(target).toMatchObject({ wantedUser: { extra: new Map([[key, ['v']]]) } })
  })

  it('gathers headers that decode to one key, in the order in which they are first named', () => {
    const asked = headers(
      'Impersonate-User: j',
      'Impersonate-Extra-a%2db: 1',
      'Impersonate-Extra-a-b: 2',
      'Impersonate-Extra-A%2Db: 3',
    )
    expect(targetOf(asked)).toMatchObject({ wantedUser: { extra: new Map([['a-b', ['1', '3', '2']]]) } })
  })

  it('ignores a header whose name no server accepts', () => {
    expect(targetOf(headers('impersonate-extra-a b: x', 'impersonate user: jane'))).toEqual(none)
  })
})

describe('a group, uid or extra without a user', () => {
  it('is a 400 in the words of either filter', () => {
    expect(
      targetOf(
        headers('Impersonate-Uid: u-1', 'Impersonate-Extra-Z: "q"', 'Impersonate-Group: devs', 'Impersonate-Extra-A:'),
      ),
    ).toEqual({
      kind: 'bad',
      message:
        'requested &user.DefaultInfo{Name:"", UID:"u-1", Groups:[]string{"devs"}, ' +
        'Extra:map[string][]string{"a":[]string{""}, "z":[]string{"\\"q\\""}}} without impersonating a user name',
      olderMessage:
        'requested [{Group  devs    } {UserExtra  "q"  authentication.k8s.io/v1  z} ' +
        '{UserExtra    authentication.k8s.io/v1  a} {UID  u-1  authentication.k8s.io/v1  }] without impersonating a user',
    })
  })

  it('is a 400 also when the group is empty', () => {
    expect(targetOf(headers('Impersonate-User:', 'Impersonate-Group:'))).toMatchObject({ kind: 'bad' })
  })
})

it('reads 10,000 groups', () => {
  const groups = Array.from({ length: 10_000 }, (_, index) => `group-${index}`)
  const asked = [
    { name: 'impersonate-user', value: 'jane' },
    ...groups.map((value) => ({ name: 'impersonate-group', value })),
  ]
  expect(targetOf(asked)).toMatchObject({ wantedUser: { groups } })
})
