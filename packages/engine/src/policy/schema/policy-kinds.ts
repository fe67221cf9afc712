import { ACCESS_RULE, ACCESS_RULE_KIND } from './access-rule-schema.ts'
import {
  type FieldSchema,
  type FieldType,
  KINDS,
  type PathStep,
  type RbacKind,
  type StructType,
} from './rbac-schema.ts'

/** Every kind that a policy can have. */
export type PolicyKind = RbacKind | typeof ACCESS_RULE_KIND

/** The fields of each kind. */
export const POLICY_KINDS: Readonly<Record<PolicyKind, StructType>> = { ...KINDS, [ACCESS_RULE_KIND]: ACCESS_RULE }

export function isPolicyKind(kind: string): kind is PolicyKind {
  return Object.hasOwn(POLICY_KINDS, kind)
}

/**
 * The field at a path into an object of that kind; undefined when the kind has none there. For an index into a list and
 * for a key of a map, this is the field that has the list or map.
 */
export function fieldAt(kind: PolicyKind, path: readonly PathStep[]): FieldSchema | undefined {
  return fieldIn(POLICY_KINDS[kind], path)
}

/** The same in any struct. */
export function fieldIn(struct: StructType, path: readonly PathStep[]): FieldSchema | undefined {
  let type: FieldType = { is: 'struct', go: `v1.${struct.name}`, struct }
  let field: FieldSchema | undefined
  for (const step of path) {
    if (type.is === 'struct') {
      field = typeof step === 'string' ? type.struct.fields.get(step) : undefined
      if (field === undefined) return undefined
      type = field.type
    } else if (type.is === 'list' && typeof step === 'number') {
      type = type.of
    } else if (type.is === 'map' && typeof step === 'string') {
      type = type.of
    } else {
      return undefined
    }
    if (field !== undefined) field = { ...field, type }
  }
  return field
}
