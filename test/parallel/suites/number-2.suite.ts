import { tellStory } from './story.ts';

tellStory('number-2', 6);
