/**
 * Marks a parameter that CEL processes. A definition with it needs a language to be read. Apart from the other markers,
 * because whoever looks for it alone should not have to load what reads definitions.
 */
export const PARAMETER_EXPRESSION = 'x-kubernetes-permission-parameter-expression'
