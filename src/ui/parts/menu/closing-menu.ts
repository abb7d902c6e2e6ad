/** @file Menus that close as people expect them to. */

/** An attachment: Escape and a press elsewhere close the menu, and the focus goes back to its button unless it went where was pressed. */
export function closingMenu(menu: HTMLDetailsElement): () => void {
  const close = (): void => {
    menu.open = false;
    menu.querySelector('summary')?.focus();
  };
  const onkeydown = (event: KeyboardEvent): void => {
    if (!menu.open || event.key !== 'Escape') return;
    // Nothing else closes by the same key.
    event.preventDefault();
    close();
  };
  const onclick = (event: MouseEvent): void => {
    if (!menu.open || event.composedPath().includes(menu)) return;
    const { activeElement } = document;
    if (activeElement === document.body || menu.contains(activeElement)) close();
    else menu.open = false;
  };
  document.addEventListener('keydown', onkeydown);
  document.addEventListener('click', onclick);
  return () => {
    document.removeEventListener('keydown', onkeydown);
    document.removeEventListener('click', onclick);
  };
}
