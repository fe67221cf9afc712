import { describe, expect, it } from 'vitest'
import type { Step } from '../../../trace/index.ts'
import { allowingVerbs, runDesign, wireRequest } from '../../testing.ts'
import { legacy } from './legacy.ts'

/** Each edge that was taken, and why. */
const edges = (steps: readonly Step[]): readonly string[] =>
  steps.flatMap(({ edge, because = [] }) =>
    edge === undefined
      ? []
      : [`${edge} ${because.map((word) => (typeof word === 'string' ? word : word.code)).join('')}`.trimEnd()],
  )

describe('legacy', () => {
  it('says of each part whether it was asked for', () => {
    expect(
      edges(runDesign(legacy, wireRequest({ 'Impersonate-User': 'jane' }), allowingVerbs('impersonate', 'list')).steps),
    ).toEqual([
      'A:impersonate the headers ask for jane',
      'U:yes the user may be impersonated',
      'G:yes no group is asked for',
      'X:yes no extra is asked for',
      'I:yes no UID is asked for',
      'S:next the request goes on as jane',
      'R:yes an authorizer allows it',
    ])
    const all = {
      'Impersonate-User': 'jane',
      'Impersonate-Group': ['a', 'b'],
      'Impersonate-Extra-k': 'v',
      'Impersonate-Uid': 'u1',
    }
    expect(edges(runDesign(legacy, wireRequest(all), allowingVerbs('impersonate')).steps).slice(1)).toEqual([
      'U:yes the user may be impersonated',
      'G:yes every group may be impersonated',
      'X:yes every extra value may be impersonated',
      'I:yes the UID may be impersonated',
      'S:next the request goes on as jane',
      'R:no no authorizer allows it',
    ])
  })

  it('ends at the first part that is not allowed', () => {
    expect(edges(runDesign(legacy, wireRequest({ 'Impersonate-User': 'jane' }), allowingVerbs()).steps)).toEqual([
      'A:impersonate the headers ask for jane',
      'U:no no authorizer allows it, and the first such check ends the request',
    ])
  })

  it('says why a request does not reach the impersonation filter', () => {
    expect(edges(runDesign(legacy, wireRequest({}), allowingVerbs()).steps)).toEqual([
      'A:plain no header asks for impersonation',
      'R:no no authorizer allows it',
    ])
    expect(edges(runDesign(legacy, wireRequest({ 'Impersonate-Group': 'devs' }), allowingVerbs()).steps)).toEqual([
      'A:malformed a group, uid or extra is asked for without a user name',
    ])
    expect(edges(runDesign(legacy, wireRequest({}, '/api/v1/watch'), allowingVerbs()).steps)).toEqual([
      'A:unreadable the path cannot be understood',
    ])
    expect(edges(runDesign(legacy, wireRequest({}, '/%zz'), allowingVerbs()).steps)).toEqual([
      'A:malformed the HTTP server refuses the request target',
    ])
  })
})
