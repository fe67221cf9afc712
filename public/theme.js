// Sets the theme that shell/theme.ts keeps, before the first paint. Not a module, because modules wait for the page.
try {
  const theme = localStorage.getItem('authz-playground/theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is not to be had here: the system’s theme it is.
}
