import { expect, it } from 'vitest'
import { type FieldSchema, type FieldType, POLICY_KINDS, type StructType } from '../policy/index.ts'
import { descriptionOf } from './field-descriptions.ts'

function fieldsOf(struct: StructType): readonly FieldSchema[] {
  return [...struct.fields.values()].flatMap((field) => [field, ...innerFields(field.type)])
}

function innerFields(type: FieldType): readonly FieldSchema[] {
  if (type.is === 'struct') return fieldsOf(type.struct)
  return type.is === 'list' || type.is === 'map' ? innerFields(type.of) : []
}

it('every field of a policy has a description that ends as a sentence', () => {
  for (const kind of Object.values(POLICY_KINDS)) {
    for (const field of fieldsOf(kind))
      expect(`${field.of}.${field.name}: ${descriptionOf(field)}`).toMatch(/: \S.*\.$/)
  }
})
