/** How much a design may hold at most: anybody’s is read and decided quickly. */
export const BOUNDS = {
  characters: 65_536,
  steps: 24,
  depth: 6,
  alternatives: 8,
  reviews: 4,
  readings: 12,
  options: 4,
  changes: 24,
  variants: 256,
  template: 200,
  text: 400,
} as const

/** Longer texts of a design are refused. Characters. */
export const LONGEST_DESIGN = BOUNDS.characters

/** The fields of each mapping of a design. `from`, `without` and `like` are replaced by what they name before the others are read. */
export const FIELDS = {
  design: [
    'design',
    'title',
    'summary',
    'from',
    'gate',
    'target',
    'errors',
    'conditions',
    'steps',
    'decide',
    'become',
    'readings',
  ],
  target: ['names', 'called'],
  conditions: ['see'],
  step: ['stage', 'mode', 'label', 'term', 'about', 'ask', 'is', 'whom', 'with', 'cannot', 'because'],
  because: ['allowed', 'refused', 'unasked'],
  review: ['about', 'verb', 'apiGroup', 'coreGroup', 'apiVersion', 'name', 'user', 'values', 'allAtOnce'],
  allAtOnce: ['from', 'name'],
  expression: ['all', 'first', 'choose', 'for', 'with', 'label'],
  become: ['groups', 'constraint', 'audit', 'about'],
  reading: ['id', 'text', 'options'],
  option: ['id', 'reading', 'change'],
} as const

/** The values that stand for `with`, and for `values` of a review; the first is the usual one. */
export const WITH = ['anything', 'name-only'] as const
export const VALUES = ['any', 'as-released'] as const
