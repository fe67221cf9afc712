/*
 * The parts of Monaco that are used here, and no other: no languages with servers of their own, no links, no colour
 * pickers, no command palette. None of them asks for a web worker.
 */
import 'monaco-editor/features/codeEditor/register'
import 'monaco-editor/features/codicon/register'
import 'monaco-editor/features/bracketMatching/register'
import 'monaco-editor/features/clipboard/register'
import 'monaco-editor/features/comment/register'
import 'monaco-editor/features/contextmenu/register'
import 'monaco-editor/features/find/register'
import 'monaco-editor/features/folding/register'
import 'monaco-editor/features/hover/register'
import 'monaco-editor/features/lineSelection/register'
import 'monaco-editor/features/linesOperations/register'
import 'monaco-editor/features/multicursor/register'
import 'monaco-editor/features/readOnlyMessage/register'
import 'monaco-editor/features/snippet/register'
import 'monaco-editor/features/wordOperations/register'
import 'monaco-editor/languages/definitions/yaml/register'
// The feature of this name brings suggestions into the text as grey words, and leaves out the list of them.
import 'monaco-editor/editor/contrib/suggest/browser/suggestController'

export {
  editor,
  KeyCode,
  KeyMod,
  languages,
  Range,
  Selection,
} from 'monaco-editor/editor'
