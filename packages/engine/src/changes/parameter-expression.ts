/**
 * The marker of a parameter that CEL processes: a definition with it can only be read with a language. It is in a file of
 * its own, so that code which only searches for it does not load the reader of definitions.
 */
export const PARAMETER_EXPRESSION = 'x-kubernetes-permission-parameter-expression'
