import type { Assumption } from '../design.ts'

/** The points where KEP-3617 says DECISION NEEDED, CHOICE NEEDED or TODO, contradicts itself, or is silent. */
export const ASSUMPTIONS: readonly Assumption[] = [
  {
    id: 'webhooks',
    text: 'Fields are checked “Pre- or post- (DECISION NEEDED) webhooks”.',
    options: [
      { id: 'before', reading: 'Before: only fields that the client itself changes have to be covered.' },
      { id: 'after', reading: 'After: the user must also hold verbs for the fields that webhooks change.' },
    ],
  },
  {
    id: 'metadata-name',
    text: 'The verb for everything in metadata is “(CHOICE NEEDED) "metadata" or "objectmeta"”.',
    options: [
      { id: 'metadata', reading: 'granular:metadata.', inShort: 'metadata' },
      { id: 'objectmeta', reading: 'granular:objectmeta.', inShort: 'objectmeta' },
    ],
  },
  {
    id: 'finalizer',
    text: 'Specific finalizers are “TODO (similar choice)”; the list of fields says “parameterized by prefix”.',
    options: [
      { id: 'slash-delimited-prefix', reading: 'The parameter is the part before the slash, as for labels.' },
      { id: 'verbatim', reading: 'The parameter is the whole finalizer.' },
    ],
  },
  {
    id: 'condition',
    text: 'Specific conditions are “TODO (similar choice)”; the list of fields says “parameterized by specific type”.',
    options: [
      { id: 'verbatim', reading: 'The parameter is the whole type.' },
      { id: 'slash-delimited-prefix', reading: 'The parameter is the part before a slash in the type.' },
    ],
  },
  {
    id: 'registry',
    text: 'Option A is a registry of permission names, option B a prefix for those of third parties (DECISION NEEDED).',
    options: [
      { id: 'registry', reading: 'A: the verb has the name that the CRD gives.' },
      { id: 'ext', reading: 'B: names that Kubernetes does not know begin with ext.' },
      {
        id: 'domain',
        reading: 'B with the TODO in it: names that Kubernetes does not know begin with the CRD’s API group.',
      },
    ],
  },
  {
    id: 'owner-references',
    text: 'The list of fields has “.metadata.ownerReferences (maybe)”.',
    options: [
      { id: 'own', reading: 'They have a permission of their own, below that of metadata.' },
      { id: 'metadata', reading: 'They have none: only the permission for metadata covers them.' },
    ],
  },
  {
    id: 'order',
    text: 'Permissions are checked “in the order of most general to most specific”: for each field, or over all of them.',
    options: [
      { id: 'field', reading: 'For each field in turn; a verb is asked once.' },
      {
        id: 'level',
        reading:
          'Over all fields: first the most general verb of each, then the next verbs of fields that are not covered.',
      },
    ],
  },
  {
    id: 'reported',
    text: 'The error “will not list ALL permissions that are lacked”; which one it names is left open.',
    options: [
      { id: 'specific', reading: 'The most specific one of the first field that is not covered.' },
      { id: 'general', reading: 'The most general one of the first field that is not covered.' },
    ],
  },
  {
    id: 'excluded-general',
    text: 'For excluded fields permissions are checked “as in step 5”, where general ones cover what is below them.',
    options: [
      { id: 'covers', reading: 'granular:specification covers an excluded field of spec, too.' },
      { id: 'own', reading: 'Permissions above the exclusion do not cover the field: its own verb is needed.' },
    ],
  },
  {
    id: 'excluded-values',
    text: 'A schema’s author excludes “particular fields or values of fields”; no marker is given for values.',
    options: [
      { id: 'value', reading: 'A list in the marker names values: only a change to one of them is excluded.' },
      { id: 'field', reading: 'Fields only: with a list, too, every change of the field is excluded.' },
    ],
  },
  {
    id: 'delete',
    text: 'The steps apply to “any mutating call” and list PUT, PATCH and CREATE. A delete changes no field.',
    options: [
      { id: 'verb', reading: 'A delete needs its own verb, as always.' },
      {
        id: 'no-fields',
        reading: 'The steps apply, and a user who holds granular may delete, as there is no field to cover.',
      },
    ],
  },
  {
    id: 'feature',
    text: 'On downgrade, fine-grained permissions stop working, and excluded fields “stop being exclusive”.',
    options: [
      { id: 'on', reading: 'The feature is on.' },
      { id: 'off', reading: 'Downgraded: the ordinary verb decides alone.' },
    ],
  },
  {
    id: 'crd-markers',
    text: 'Only x-kubernetes-permission-verb is printed for CRDs; the other markers are printed for Go types.',
    options: [
      {
        id: 'same-pattern',
        reading:
          'x-kubernetes-permission-parameter-source, -parameterized-by, -parameter-treatment, -parameter-expression and -excluded; on a map, the source is its keys.',
      },
    ],
  },
  {
    id: 'parameter-language',
    text: 'Whether it would “be better to use a CEL expression to process the parameter” is a DECISION NEEDED.',
    options: [
      { id: 'treatments', reading: 'The named treatments: verbatim, and slash-delimited-prefix.' },
      {
        id: 'cel',
        reading:
          'x-kubernetes-permission-parameter-expression, in CEL, computes the parameter; where it fails there is no verb with it.',
      },
    ],
  },
  {
    id: 'permission-names',
    text: 'The text names specification, nodeAssignment, labels and label; and once prints “specfication”.',
    options: [
      {
        id: 'by-pattern',
        reading:
          'By the same pattern: annotations, annotation, finalizers, finalizer, ownerReferences, status, conditions, condition, replicas.',
      },
    ],
  },
  {
    id: 'no-permission',
    text: '“Every field needs to be covered by some permission”; fields without any, such as data, are not mentioned.',
    options: [
      { id: 'ordinary', reading: 'Only the ordinary verb allows a change of them, and the error names that verb.' },
    ],
  },
  {
    id: 'not-fields',
    text: 'The text does not say which differences are changed fields.',
    options: [
      {
        id: 'by-clients',
        reading:
          'All fields that clients write, at the deepest level; not apiVersion, kind, namespace, what the server writes, or the order of lists with keys.',
      },
    ],
  },
  {
    id: 'status',
    text: 'The text does not mention subresources.',
    options: [
      {
        id: 'apart',
        reading:
          'The checks carry the request’s subresource. A request on status changes the status alone; others leave it.',
      },
    ],
  },
  {
    id: 'embedded',
    text: 'The markers are on Go types, and types are embedded: the metadata and the spec of a pod template.',
    options: [
      { id: 'travel', reading: 'They apply there too: granular:label(x) covers a template’s label x as well.' },
    ],
  },
  {
    id: 'impersonation',
    text: 'The text does not mention impersonation.',
    options: [
      { id: 'released', reading: 'It comes first, as released; the fields are checked for the impersonated user.' },
    ],
  },
]
