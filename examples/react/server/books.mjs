const LINES = `
Daniel Deronda — George Eliot
Dubliners — James Joyce
Emma — Jane Austen
Frankenstein — Mary Shelley
Great Expectations — Charles Dickens
Hard Times — Charles Dickens
Jane Eyre — Charlotte Brontë
Kim — Rudyard Kipling
Leaves of Grass — Walt Whitman
Little Women — Louisa May Alcott
Mansfield Park — Jane Austen
Middlemarch — George Eliot
Moby-Dick — Herman Melville
My Ántonia — Willa Cather
Night and Day — Virginia Woolf
North and South — Elizabeth Gaskell
Northanger Abbey — Jane Austen
Oliver Twist — Charles Dickens
Persuasion — Jane Austen
Pygmalion — George Bernard Shaw
Silas Marner — George Eliot
The Awakening — Kate Chopin
The House of Mirth — Edith Wharton
The Moonstone — Wilkie Collins
The Time Machine — H. G. Wells
The Warden — Anthony Trollope
To the Lighthouse — Virginia Woolf
Treasure Island — R. L. Stevenson
Villette — Charlotte Brontë
Walden — Henry David Thoreau
`;

export const makeBooks = () =>
  LINES.trim()
    .split('\n')
    .map((line, index) => {
      const [title, author] = line.split(' — ');
      return { id: index + 1, title, author };
    });

/** The readers with a library card, and the books that they borrowed. */
export const READERS = { ada: [3, 13, 27], grace: [1, 24] };

export const NEWS = [
  'A new chair by the window.',
  'The kettle is on.',
  'Somebody returned Middlemarch after nine years.',
  'Story hour begins at four.',
  'The cat is back on the atlas.',
  'Please whisper near the poets.',
];
