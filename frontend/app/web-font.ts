// Of its own, so that a page is laid out with the fonts of the machine before it is laid out with ours.
import '@fontsource-variable/noto-sans-jp/wght.css';
