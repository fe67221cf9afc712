import type { Assumption } from '../design.ts'

/** Where KEP-3617 says DECISION NEEDED, CHOICE NEEDED or TODO, contradicts itself, or is silent. */
export const ASSUMPTIONS: readonly Assumption[] = [
  {
    id: 'webhooks',
    text: 'Fields are checked “Pre- or post- (DECISION NEEDED) webhooks”.',
    options: [
      { id: 'before', taken: 'Before: only what the client itself changes has to be covered.' },
      { id: 'after', taken: 'After: what webhooks change has to be covered too, by whoever sends the request.' },
    ],
  },
  {
    id: 'metadata-name',
    text: 'The verb for everything in metadata is “(CHOICE NEEDED) "metadata" or "objectmeta"”.',
    options: [
      { id: 'metadata', taken: 'granular:metadata.', inShort: 'metadata' },
      { id: 'objectmeta', taken: 'granular:objectmeta.', inShort: 'objectmeta' },
    ],
  },
  {
    id: 'finalizer',
    text: 'Specific finalizers are “TODO (similar choice)”; the list of fields says “parameterized by prefix”.',
    options: [
      { id: 'slash-delimited-prefix', taken: 'The parameter is what stands before the slash, as for labels.' },
      { id: 'verbatim', taken: 'The parameter is the whole finalizer.' },
    ],
  },
  {
    id: 'condition',
    text: 'Specific conditions are “TODO (similar choice)”; the list of fields says “parameterized by specific type”.',
    options: [
      { id: 'verbatim', taken: 'The parameter is the whole type.' },
      { id: 'slash-delimited-prefix', taken: 'The parameter is what stands before a slash in the type.' },
    ],
  },
  {
    id: 'registry',
    text: 'Option A is a registry of permission names, option B a prefix for those of third parties (DECISION NEEDED).',
    options: [
      { id: 'registry', taken: 'A: the name that the CRD gives is the verb’s.' },
      { id: 'ext', taken: 'B: names that Kubernetes does not know begin with ext.' },
      {
        id: 'domain',
        taken: 'B with the TODO in it: names that Kubernetes does not know begin with the CRD’s API group.',
      },
    ],
  },
  {
    id: 'owner-references',
    text: 'The list of fields has “.metadata.ownerReferences (maybe)”.',
    options: [
      { id: 'own', taken: 'They have a permission of their own, below that of metadata.' },
      { id: 'metadata', taken: 'They have none: only the permission for metadata covers them.' },
    ],
  },
  {
    id: 'order',
    text: 'Permissions are checked “in the order of most general to most specific”: for each field, or over all of them.',
    options: [
      { id: 'field', taken: 'For each field in turn; a verb is asked once.' },
      {
        id: 'level',
        taken: 'Over all fields: first every most general verb, then the next ones of what is not covered.',
      },
    ],
  },
  {
    id: 'reported',
    text: 'The error “will not list ALL permissions that are lacked”; which one it names is left open.',
    options: [
      { id: 'specific', taken: 'The most specific one of the first field that is not covered.' },
      { id: 'general', taken: 'The most general one of the first field that is not covered.' },
    ],
  },
  {
    id: 'excluded-general',
    text: 'For excluded fields permissions are checked “as in step 5”, where general ones cover what is below them.',
    options: [
      { id: 'covers', taken: 'granular:specification covers an excluded field of spec, too.' },
      { id: 'own', taken: 'What stands above the exclusion does not cover the field: its own verb is needed.' },
    ],
  },
  {
    id: 'excluded-values',
    text: 'A schema’s author excludes “particular fields or values of fields”; no marker is given for values.',
    options: [
      { id: 'value', taken: 'A list in the marker names values: only a change to one of them is excluded.' },
      { id: 'field', taken: 'Fields only: with a list, too, every change of the field is excluded.' },
    ],
  },
  {
    id: 'delete',
    text: 'The steps are for “any mutating call” and name PUT, PATCH and CREATE; a delete changes no field.',
    options: [
      { id: 'verb', taken: 'A delete needs its own verb, as ever.' },
      {
        id: 'no-fields',
        taken: 'It goes through the steps, and whoever holds granular may delete: no field is left to cover.',
      },
    ],
  },
  {
    id: 'feature',
    text: 'On downgrade, fine-grained permissions stop working, and excluded fields “stop being exclusive”.',
    options: [
      { id: 'on', taken: 'The feature is on.' },
      { id: 'off', taken: 'Downgraded: the ordinary verb decides alone.' },
    ],
  },
  {
    id: 'crd-markers',
    text: 'Only x-kubernetes-permission-verb is printed for CRDs; the other markers are printed for Go types.',
    options: [
      {
        id: 'same-pattern',
        taken:
          'x-kubernetes-permission-parameter-source, -parameterized-by, -parameter-treatment, -parameter-expression and -excluded; on a map, the source is its keys.',
      },
    ],
  },
  {
    id: 'parameter-language',
    text: 'Whether it would “be better to use a CEL expression to process the parameter” is a DECISION NEEDED.',
    options: [
      { id: 'treatments', taken: 'The named treatments: verbatim, and slash-delimited-prefix.' },
      {
        id: 'cel',
        taken:
          'x-kubernetes-permission-parameter-expression, in CEL, makes the parameter; where it fails there is no verb for it.',
      },
    ],
  },
  {
    id: 'permission-names',
    text: 'The text names specification, nodeAssignment, labels and label; and once prints “specfication”.',
    options: [
      {
        id: 'by-pattern',
        taken:
          'By the same pattern: annotations, annotation, finalizers, finalizer, ownerReferences, status, conditions, condition, replicas.',
      },
    ],
  },
  {
    id: 'no-permission',
    text: '“Every field needs to be covered by some permission”; fields without any, such as data, are not spoken of.',
    options: [{ id: 'ordinary', taken: 'Only the ordinary verb lets anybody change them, and the error names that.' }],
  },
  {
    id: 'not-fields',
    text: 'The text does not say which differences are changed fields.',
    options: [
      {
        id: 'by-clients',
        taken:
          'All that clients write, as deep as it goes; not apiVersion, kind, namespace, what the server writes, or the order of lists with keys.',
      },
    ],
  },
  {
    id: 'status',
    text: 'The text does not speak of subresources.',
    options: [
      {
        id: 'apart',
        taken:
          'The checks carry the request’s subresource. A request on status changes the status alone; others leave it.',
      },
    ],
  },
  {
    id: 'embedded',
    text: 'The markers stand on Go types, and types are embedded: the metadata and the spec of a pod template.',
    options: [{ id: 'travel', taken: 'They come along: granular:label(x) covers a template’s label x as well.' }],
  },
  {
    id: 'impersonation',
    text: 'The text does not speak of impersonation.',
    options: [
      { id: 'released', taken: 'It comes before, as released; the fields are checked for the impersonated user.' },
    ],
  },
]
