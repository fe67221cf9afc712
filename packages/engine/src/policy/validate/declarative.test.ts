import { describe, expect, it } from 'vitest'
import { readPolicy } from '../read/read-policy.ts'
import { errorsInOrder } from './declarative.ts'

const detailsOf = (text: string, version: '1.36' | '1.37') =>
  readPolicy(text, { version }).diagnostics.flatMap(({ detail }) => detail ?? [])

describe('errors of an object by version', () => {
  it('name a field that must be there without advice from 1.37 on', () => {
    const role =
      'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: a}\nrules: [{apiGroups: [""]}]\n'
    expect(detailsOf(role, '1.36').sort()).toEqual([
      'rules[0].resources: Required value: resource rules must supply at least one resource',
      'rules[0].verbs: Required value: verbs must contain at least one value',
    ])
    expect(detailsOf(role, '1.37').sort()).toEqual([
      'rules[0].resources: Required value: resource rules must supply at least one resource',
      'rules[0].verbs: Required value',
    ])
  })

  it('number the owners, and say what an apiVersion must be, from 1.37 on', () => {
    const owners =
      '[{apiVersion: v1, kind: Pod, name: a, uid: b}, {apiVersion: a/b/c, name: d}, {kind: Pod, name: e, uid: f}]'
    const role = `apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: a, ownerReferences: ${owners}}\n`
    const path = 'metadata.ownerReferences'
    expect(detailsOf(role, '1.36').sort()).toEqual([
      `${path}.apiVersion: Invalid value: "": version must not be empty`,
      `${path}.apiVersion: Invalid value: "a/b/c": version must not be empty`,
      `${path}.kind: Invalid value: "": must not be empty`,
      `${path}.uid: Invalid value: "": must not be empty`,
    ])
    expect(detailsOf(role, '1.37').sort()).toEqual([
      `${path}[1].apiVersion: Invalid value: "a/b/c": must be <group>/<version> or <version>`,
      `${path}[1].kind: Required value: must not be empty`,
      `${path}[1].uid: Required value: must not be empty`,
      `${path}[2].apiVersion: Required value: must not be empty`,
    ])
  })

  it('come in the order of validation, from 1.37 on once each and what must be there at the end', () => {
    const errors = [
      'rules[0].verbs: Required value',
      'metadata.labels: Invalid value: "-"',
      'metadata.labels: Invalid value: "-"',
    ]
    expect(errorsInOrder(errors, '1.36')).toEqual(errors)
    expect(errorsInOrder(errors, '1.37')).toEqual([errors[1], errors[0]])
    const names = ['roleRef.name: Required value', 'subjects[0].name: Required value']
    expect(errorsInOrder(names, '1.37')).toEqual([names[1], names[0]])
    const changed = [...names, 'roleRef: Invalid value: {}: field is immutable']
    expect(errorsInOrder(changed, '1.37')).toEqual([changed[0], changed[2], changed[1]])
  })
})
