import { describe, expect, it } from 'vitest'
import { fieldAt } from './policy-kinds.ts'

describe('fields of RBAC objects', () => {
  it('are found by path, through lists and maps', () => {
    expect(fieldAt('Role', ['rules', 3, 'verbs'])).toMatchObject({ name: 'verbs', type: { is: 'list' } })
    expect(fieldAt('Role', ['rules', 3, 'verbs', 0])).toMatchObject({ name: 'verbs', type: { is: 'string' } })
    expect(fieldAt('Role', ['metadata', 'labels', 'any'])).toMatchObject({ name: 'labels', type: { is: 'string' } })
    expect(fieldAt('RoleBinding', ['subjects', 0, 'kind'])?.type).toMatchObject({
      values: ['User', 'Group', 'ServiceAccount'],
    })
  })

  it('are none where the kind has none', () => {
    expect(fieldAt('Role', [])).toBeUndefined()
    expect(fieldAt('Role', ['subjects'])).toBeUndefined()
    expect(fieldAt('Role', ['rules', 'verbs'])).toBeUndefined()
    expect(fieldAt('Role', ['rules', 0, 'verbs', 0, 'x'])).toBeUndefined()
  })
})
