import { describe, expect, it } from 'vitest'
import { fieldAt, POLICY_KINDS } from './policy-kinds.ts'
import type { FieldSchema, FieldType, StructType } from './schema.ts'

function fieldsOf(struct: StructType): readonly FieldSchema[] {
  return [...struct.fields.values()].flatMap((field) => [field, ...innerFields(field.type)])
}

function innerFields(type: FieldType): readonly FieldSchema[] {
  if (type.is === 'struct') return fieldsOf(type.struct)
  return type.is === 'list' || type.is === 'map' ? innerFields(type.of) : []
}

describe('fields of RBAC objects', () => {
  it('all have a description that ends as a sentence', () => {
    for (const kind of Object.values(POLICY_KINDS)) {
      for (const { name, description } of fieldsOf(kind)) expect(`${name}: ${description}`).toMatch(/: \S.*\.$/)
    }
  })

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
