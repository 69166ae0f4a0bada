// The fonts of the reader's system: none is loaded.
import DefaultTheme from 'vitepress/theme-without-fonts';
import './custom.css';

export default DefaultTheme;
